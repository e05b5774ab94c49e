// Code that runs inside signal handlers: only async-signal-safe calls, no Swift.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

static int memory_exit_code;

// True when memory is why the process is dying: the allocator's last word was ENOMEM, or not even
// 16 MiB of address space can be had any more.
static bool lacks_memory(int failure) {
  if (failure == ENOMEM) return true;
  const size_t probe = 16u << 20;
  void *memory = mmap(NULL, probe, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return true;
  munmap(memory, probe);
  return false;
}

static void end_by_fault(int signal) {
  if (lacks_memory(errno)) _exit(memory_exit_code);
  // SA_RESETHAND has restored the default action; the signal is pending until this returns.
  raise(signal);
}

// Swift traps when an allocation fails (SIGILL, SIGTRAP), C++ aborts, C code that does not check
// follows a null pointer. None of them says why, so the handler looks. The alternative stack is for
// faults of the stack itself; it belongs to the calling thread.
int clinux_exit_when_out_of_memory(int code) {
  static char stack[64 * 1024];
  const stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
  if (sigaltstack(&alternative, NULL) != 0) return errno;
  memory_exit_code = code;
  struct sigaction action = {0};
  action.sa_handler = end_by_fault;
  action.sa_flags = (int)(SA_ONSTACK | SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  const int faults[] = {SIGABRT, SIGILL, SIGTRAP, SIGSEGV, SIGBUS};
  for (size_t index = 0; index < sizeof faults / sizeof *faults; index++)
    if (sigaction(faults[index], &action, NULL) != 0) return errno;
  return 0;
}

static int termination_descriptor = -1;

static void tell_termination(int signal) {
  const int failure = errno;
  const uint64_t number = (uint64_t)signal;
  // Nothing can be done about a failure here, and an eventfd does not fail at its first write.
  const ssize_t written = write(termination_descriptor, &number, sizeof number);
  (void)written;
  errno = failure;
}

// SA_RESETHAND: the second Ctrl-C ends the program at once, for people who cannot wait.
int clinux_watch_termination(int descriptor) {
  termination_descriptor = descriptor;
  struct sigaction action = {0};
  action.sa_handler = tell_termination;
  action.sa_flags = (int)(SA_RESTART | SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    struct sigaction old;
    if (sigaction(signals[index], NULL, &old) != 0) return errno;
    // A program started under nohup, or in the background by a plain shell, keeps ignoring.
    if (old.sa_handler == SIG_IGN) continue;
    if (sigaction(signals[index], &action, NULL) != 0) return errno;
  }
  return 0;
}

void clinux_die_by_signal(int number) {
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  _exit(128 + number);
}
