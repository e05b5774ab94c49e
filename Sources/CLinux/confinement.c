// What a process gives up for good: privileges, system calls, writing. No library is needed, the
// numbers are the kernel's.
#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int clinux_forbid_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
}

int clinux_forbid_inspection(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno; }

// MARK: Landlock, landlock(7). Own definitions: Debian's headers are older than its kernels.

enum { landlock_create_ruleset = 444, landlock_restrict_self = 446, landlock_version = 1 };

struct landlock_rights {
  uint64_t files, network, scopes;
};

// Set once the filter below is in force.
static bool filters_calls;

// A right that is handled and granted by no rule is denied everywhere; reading is not handled.
//
// Truncating and device controls are left to the filter when there is one: it refuses all ways to
// them, and with these two rights Landlock follows the whole path at every open, also for reading
// (measured: 3.2 µs for 2.4).
static struct landlock_rights landlock_denied(int abi) {
  struct landlock_rights denied = {0};
  denied.files = 1 << 0 | 1 << 1;                // execute, write
  for (int right = 4; right <= 12; right++) denied.files |= 1u << right;  // remove, make
  if (abi >= 2) denied.files |= 1 << 13;         // link or rename across folders
  if (abi >= 3 && !filters_calls) denied.files |= 1 << 14;  // truncate
  if (abi >= 4) denied.network = 1 << 0 | 1 << 1;  // bind and connect TCP
  if (abi >= 5 && !filters_calls) denied.files |= 1 << 15;  // ioctl of devices
  if (abi >= 6) denied.scopes = 1 << 0 | 1 << 1;  // abstract sockets and signals of others
  return denied;
}

int clinux_forbid_writing(void) {
  const long abi = syscall(landlock_create_ruleset, NULL, 0, landlock_version);
  if (abi < 1) return abi < 0 ? errno : EOPNOTSUPP;
  const struct landlock_rights denied = landlock_denied((int)abi);
  const size_t size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
  const int rules = (int)syscall(landlock_create_ruleset, &denied, size, 0);
  if (rules < 0) return errno;
  const int failure = syscall(landlock_restrict_self, rules, 0) == 0 ? 0 : errno;
  close(rules);
  return failure;
}

// MARK: seccomp(2). Calls are refused with an error, not answered by death: libraries try things
// and go on without them.

#if defined(__x86_64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCHITECTURE

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "arguments are read by their low half");

// Calls that a reader of files has no use for. Those that are younger than the headers stand as
// numbers, which all architectures share.
static const int refused[] = {
    // Other computers and other programs.
    __NR_socket, __NR_socketpair, __NR_connect, __NR_bind, __NR_listen, __NR_accept, __NR_accept4,
    __NR_sendto, __NR_sendmsg, __NR_sendmmsg, __NR_shmget, __NR_semget, __NR_msgget, __NR_mq_open,
    // New programs; new processes are below.
    __NR_execve, __NR_execveat,
    // Other processes.
    __NR_ptrace, __NR_process_vm_readv, __NR_process_vm_writev, __NR_kcmp, __NR_tkill,
    __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, 424 /* pidfd_send_signal */, 434 /* pidfd_open */,
    438 /* pidfd_getfd */, 440 /* process_madvise */, 448 /* process_mrelease */,
    // Changes to files that need no descriptor open for writing; Landlock leaves some of them out.
    __NR_fchmod, __NR_fchmodat, 452 /* fchmodat2 */, __NR_fchown, __NR_fchownat, __NR_utimensat,
    __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr, __NR_lremovexattr,
    __NR_fremovexattr, 463 /* setxattrat */, 466 /* removexattrat */, 469 /* file_setattr */,
    __NR_truncate, __NR_mkdirat, __NR_mknodat, __NR_unlinkat, __NR_linkat, __NR_symlinkat,
    __NR_renameat2, __NR_open_by_handle_at, __NR_quotactl, 443 /* quotactl_fd */,
#ifdef __NR_renameat
    __NR_renameat,
#endif
#ifdef __x86_64__
    __NR_fork, __NR_vfork, __NR_creat, __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes,
    __NR_futimesat, __NR_mkdir, __NR_rmdir, __NR_mknod, __NR_unlink, __NR_link, __NR_symlink,
    __NR_rename, __NR_uselib, __NR_ustat, __NR_sysfs, __NR_iopl, __NR_ioperm, __NR_modify_ldt,
#endif
    // The system.
    __NR_mount, __NR_umount2, __NR_pivot_root, __NR_chroot, __NR_unshare, __NR_setns, __NR_swapon,
    __NR_swapoff, 428 /* open_tree */, 429 /* move_mount */, 430 /* fsopen */, 431 /* fsconfig */,
    432 /* fsmount */, 433 /* fspick */, 442 /* mount_setattr */, 467 /* open_tree_attr */,
    __NR_init_module, __NR_finit_module, __NR_delete_module, __NR_kexec_load,
#ifdef __NR_kexec_file_load
    __NR_kexec_file_load,
#endif
    __NR_reboot, __NR_acct, __NR_syslog, __NR_settimeofday, __NR_clock_settime, __NR_clock_adjtime,
    __NR_adjtimex, __NR_sethostname, __NR_setdomainname, __NR_personality, __NR_vhangup,
    // Parts of the kernel with a history.
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_keyctl, __NR_add_key, __NR_request_key,
    425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */,
    __NR_fanotify_init, __NR_io_setup, __NR_vmsplice,
    // Who this process is.
    __NR_setuid, __NR_setgid, __NR_setreuid, __NR_setregid, __NR_setresuid, __NR_setresgid,
    __NR_setfsuid, __NR_setfsgid, __NR_setgroups, __NR_capset,
};

// Calls that libraries make first and have an older form of.
static const int missing[] = {435 /* clone3 */, 437 /* openat2 */};

// What stdio and event loops ask of pipes and terminals.
static const unsigned harmless_controls[] = {TCGETS,  TIOCGWINSZ, FIONREAD,
                                             FIONBIO, FIOCLEX,    FIONCLEX};

// Would undo other protections.
static const unsigned refused_controls[] = {PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_MM,
                                            PR_SET_PTRACER};

struct program {
  struct sock_filter code[640];
  unsigned short count;
};

static void add(struct program *program, unsigned short code, uint32_t value, uint8_t yes,
                uint8_t no) {
  program->code[program->count++] = (struct sock_filter)BPF_JUMP(code, value, yes, no);
}

static void load(struct program *program, size_t offset) {
  add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void answer(struct program *program, uint32_t action) {
  add(program, BPF_RET | BPF_K, action, 0, 0);
}

static const uint32_t refusal = SECCOMP_RET_ERRNO | EPERM;

// If the accumulator is `value`, the call ends with `action`.
static void answer_if(struct program *program, uint32_t value, uint32_t action) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  answer(program, action);
}

// Begins the rule of one call over one argument; its `length` instructions end with an answer.
static void begin(struct program *program, int call, int argument, uint8_t length) {
  add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(length + 1));
  load(program, offsetof(struct seccomp_data, args) + 8 * (size_t)argument);
}

// Refuses a call whose argument has one of `bits`, or with `inverted` none of them.
static void refuse_bits(struct program *program, int call, int argument, uint32_t bits,
                        bool inverted) {
  begin(program, call, argument, 3);
  add(program, BPF_JMP | BPF_JSET | BPF_K, bits, inverted, !inverted);
  answer(program, refusal);
  answer(program, SECCOMP_RET_ALLOW);
}

// The call is answered with `otherwise` unless its argument is one of `values`.
static void choose(struct program *program, int call, int argument, const uint32_t *values,
                   size_t count, uint32_t action, uint32_t otherwise) {
  begin(program, call, argument, (uint8_t)(2 * count + 1));
  for (size_t index = 0; index < count; index++) answer_if(program, values[index], action);
  answer(program, otherwise);
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

// The kernel remembers calls that are allowed whatever their arguments, so this costs only those
// with rules; opening, the commonest, comes first.
static void write_rules(struct program *program) {
  const uint32_t writing = O_ACCMODE | O_CREAT | O_TRUNC;
  const uint32_t own[] = {0, (uint32_t)getpid()};
  load(program, offsetof(struct seccomp_data, arch));
  add(program, BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0);
  answer(program, refusal);
  load(program, offsetof(struct seccomp_data, nr));
  refuse_bits(program, __NR_openat, 2, writing, false);
#ifdef __x86_64__
  refuse_bits(program, __NR_open, 1, writing, false);
  // The x32 form of every call has this bit.
  add(program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  answer(program, refusal);
#endif
  refuse_bits(program, __NR_clone, 0, CLONE_THREAD, true);
  choose(program, __NR_kill, 0, own + 1, 1, SECCOMP_RET_ALLOW, refusal);
  choose(program, __NR_tgkill, 0, own + 1, 1, SECCOMP_RET_ALLOW, refusal);
  choose(program, __NR_prlimit64, 0, own, 2, SECCOMP_RET_ALLOW, refusal);
  choose(program, __NR_ioctl, 1, harmless_controls, COUNT(harmless_controls), SECCOMP_RET_ALLOW,
         refusal);
  choose(program, __NR_prctl, 0, refused_controls, COUNT(refused_controls), refusal,
         SECCOMP_RET_ALLOW);
  for (size_t index = 0; index < COUNT(missing); index++)
    answer_if(program, (uint32_t)missing[index], SECCOMP_RET_ERRNO | ENOSYS);
  for (size_t index = 0; index < COUNT(refused); index++)
    answer_if(program, (uint32_t)refused[index], refusal);
  answer(program, SECCOMP_RET_ALLOW);
}

int clinux_filter_system_calls(void) {
  static struct program program;
  program.count = 0;
  write_rules(&program);
  const struct sock_fprog form = {.len = program.count, .filter = program.code};
  // Without the flag some kernels slow down every load behind a store, against a spy that would
  // have to be in this very process.
  const unsigned flags[] = {SECCOMP_FILTER_FLAG_SPEC_ALLOW, 0};
  for (size_t index = 0; index < COUNT(flags); index++) {
    if (syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, flags[index], &form) == 0) {
      filters_calls = true;
      return 0;
    }
    if (errno != EINVAL) break;
  }
  return errno;
}

#else

int clinux_filter_system_calls(void) { return ENOSYS; }

#endif
