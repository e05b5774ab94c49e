#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef STATX_MNT_ID
#define STATX_MNT_ID 0x00001000U
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

// Nanoseconds since 1970, at the ends of the range for years outside 1677…2262: file systems can
// hold those, and what reads files says the same of them, or each run would take them for changed.
static int64_t nanoseconds(struct statx_timestamp time) {
  int64_t seconds;
  if (__builtin_mul_overflow((int64_t)time.tv_sec, (int64_t)1000000000, &seconds))
    return time.tv_sec < 0 ? INT64_MIN : INT64_MAX;
  return (int64_t)((uint64_t)seconds + time.tv_nsec);
}

// AT_STATX_DONT_SYNC is left out on purpose: on a network file system it answers from the cache
// however old, so a changed file would look unchanged; local file systems ignore it.
static int status(int directory, const char *name, int flags, unsigned extra,
                  struct clinux_status *out) {
  struct statx s;
  const unsigned mask =
      STATX_TYPE | STATX_NLINK | STATX_MTIME | STATX_CTIME | STATX_INO | STATX_SIZE | extra;
  int result;
  do {
    result = statx(directory, name, flags | AT_NO_AUTOMOUNT, mask, &s);
  } while (result != 0 && errno == EINTR);
  if (result != 0) return errno;
  out->inode = s.stx_ino;
  out->device = makedev(s.stx_dev_major, s.stx_dev_minor);
  out->node = makedev(s.stx_rdev_major, s.stx_rdev_minor);
  // Not every glibc names this member; the kernel puts it after the device, at byte 144.
  uint64_t mount = 0;
  if (s.stx_mask & STATX_MNT_ID) memcpy(&mount, (const char *)&s + 144, sizeof mount);
  out->mount = mount;
  out->size = (int64_t)s.stx_size;
  out->modified = nanoseconds(s.stx_mtime);
  out->changed = nanoseconds(s.stx_ctime);
  out->links = s.stx_nlink;
  out->kind = s.stx_mode & S_IFMT;
  return 0;
}

int clinux_entry_status(int directory, const char *name, struct clinux_status *out) {
  return status(directory, name, AT_SYMLINK_NOFOLLOW, 0, out);
}

int clinux_open_status(int descriptor, struct clinux_status *out) {
  return status(descriptor, "", AT_EMPTY_PATH, STATX_MNT_ID, out);
}

int clinux_path_status(const char *path, struct clinux_status *out) {
  return status(AT_FDCWD, path, 0, 0, out);
}

ssize_t clinux_getdents(int directory, void *buffer, size_t count) {
  return syscall(SYS_getdents64, directory, buffer, count);
}

int clinux_openat(int directory, const char *name, int flags) {
  return openat(directory, name, flags);
}

int clinux_set_nonblocking(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

int clinux_widen_pipe(int descriptor, int count) { return fcntl(descriptor, F_SETPIPE_SZ, count); }

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int clinux_eventfd(bool nonblocking) {
  return eventfd(0, EFD_CLOEXEC | (nonblocking ? EFD_NONBLOCK : 0));
}

int clinux_duplicate(int descriptor, int minimum) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, minimum);
}

int clinux_lock_byte(int descriptor, int64_t place, enum clinux_lock kind, bool waits) {
  static const short types[] = {F_RDLCK, F_WRLCK, F_UNLCK};
  struct flock lock = {
      .l_type = types[kind], .l_whence = SEEK_SET, .l_start = place, .l_len = 1, .l_pid = 0};
  int result;
  do {
    result = fcntl(descriptor, waits ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? errno : 0;
}

void clinux_device_name(uint64_t device, uint32_t *major_, uint32_t *minor_) {
  *major_ = major(device);
  *minor_ = minor(device);
}

int clinux_file_system_id(int descriptor, uint64_t *id) {
  struct statfs facts;
  int result;
  do {
    result = fstatfs(descriptor, &facts);
  } while (result != 0 && errno == EINTR);
  if (result != 0) return errno;
  memcpy(id, &facts.f_fsid, sizeof *id);
  return 0;
}

int clinux_file_system_uuid(int descriptor, uint8_t uuid[16]) {
  struct { uint8_t count; uint8_t bytes[16]; } answer = {0};
  if (ioctl(descriptor, _IOR(0x15, 0, answer), &answer) != 0) return 0;
  if (answer.count == 0 || answer.count > 16) return 0;
  memcpy(uuid, answer.bytes, answer.count);
  return answer.count;
}

bool clinux_terminal_size(int descriptor, uint16_t *columns, uint16_t *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}

int clinux_set_limit(enum clinux_limit limit, uint64_t value, bool softly) {
  static const int resources[] = {RLIMIT_AS, RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_CORE};
  const int resource = resources[limit];
  struct rlimit current;
  if (getrlimit(resource, &current) != 0) return errno;
  // An unprivileged process may not raise a hard limit: the stricter one holds.
  if (current.rlim_max != RLIM_INFINITY && value > current.rlim_max) value = current.rlim_max;
  const struct rlimit wanted = {.rlim_cur = value, .rlim_max = softly ? current.rlim_max : value};
  return setrlimit(resource, &wanted) == 0 ? 0 : errno;
}

int clinux_die_with_parent(int signal) {
  return prctl(PR_SET_PDEATHSIG, (unsigned long)signal, 0, 0, 0) == 0 ? 0 : errno;
}

void clinux_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

int clinux_processor_count(void) {
  for (int capacity = 1024; capacity <= 1 << 20; capacity *= 4) {
    cpu_set_t *set = CPU_ALLOC(capacity);
    if (!set) return 0;
    const size_t size = CPU_ALLOC_SIZE(capacity);
    const int result = sched_getaffinity(0, size, set);
    const bool is_small = result != 0 && errno == EINVAL;
    const int count = result == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (!is_small) return count;
  }
  return 0;
}

static int64_t microseconds(int who) {
  struct rusage usage;
  if (getrusage(who, &usage) != 0) return 0;
  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * INT64_C(1000000) +
         usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

void clinux_processor_time(int64_t *own, int64_t *children) {
  *own = microseconds(RUSAGE_SELF);
  *children = microseconds(RUSAGE_CHILDREN);
}

int clinux_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

const char *clinux_error_text(int number, char *buffer, size_t count) {
  return strerror_r(number, buffer, count);  // the GNU form, which may ignore the buffer
}

const char *clinux_signal_name(int signal) { return sigabbrev_np(signal); }

int clinux_shared_memory(const char *name, size_t count) {
  const int descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  if (ftruncate(descriptor, (off_t)count) != 0 ||
      fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    const int failure = errno;
    close(descriptor);
    errno = failure;
    return -1;
  }
  return descriptor;
}

void clinux_store(void *word, uint64_t value) {
  __atomic_store_n((uint64_t *)word, value, __ATOMIC_RELEASE);
}

uint64_t clinux_load(const void *word) {
  return __atomic_load_n((const uint64_t *)word, __ATOMIC_ACQUIRE);
}

bool clinux_exited(int status) { return WIFEXITED(status); }
int clinux_exit_code(int status) { return WEXITSTATUS(status); }
bool clinux_signalled(int status) { return WIFSIGNALED(status); }
int clinux_ending_signal(int status) { return WTERMSIG(status); }

int clinux_close_from(void *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
