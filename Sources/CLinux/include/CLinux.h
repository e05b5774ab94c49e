// What Glibc does not give Swift: macros, variadic calls, raw system calls, atomics on shared
// memory, and code that runs in signal handlers. Only LinuxSystem imports this module.
//
// System headers are included by the sources, not here: under _GNU_SOURCE some types look
// different, and Swift refuses two definitions of one type.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What the catalog asks of a file; `kind` holds the S_IFMT bits of the mode.
struct clinux_status {
  uint64_t inode, device, mount;  // mount is 0 before Linux 5.8
  int64_t size, modified, changed;  // times in nanoseconds since 1970-01-01 UTC
  uint32_t links, kind;
  uint64_t node;  // the device that a device node stands for
};

// Asks about the entry `name` of a directory; a link is not followed, nothing is mounted by looking.
// Gives 0 or an error number.
int clinux_entry_status(int directory, const char *name, struct clinux_status *out);
// The same about an open descriptor.
int clinux_open_status(int descriptor, struct clinux_status *out);
// The same about a path, whose links are followed.
int clinux_path_status(const char *path, struct clinux_status *out);

ssize_t clinux_getdents(int directory, void *buffer, size_t count);
int clinux_openat(int directory, const char *name, int flags);
int clinux_set_nonblocking(int descriptor);
int clinux_widen_pipe(int descriptor, int count);
int clinux_pipe(int ends[2]);
int clinux_eventfd(bool nonblocking);
// A copy of the descriptor, close-on-exec, with a number of at least `minimum`.
int clinux_duplicate(int descriptor, int minimum);

// Locks one byte of an open file for as long as the file is open, however its process ends (open file
// description locks, Linux 3.15). The byte need not be there. Gives 0 or an error number.
enum clinux_lock { clinux_lock_shared, clinux_lock_alone, clinux_lock_none };
int clinux_lock_byte(int descriptor, int64_t place, enum clinux_lock kind, bool waits);

void clinux_device_name(uint64_t device, uint32_t *major, uint32_t *minor);
// `f_fsid` of the file system that holds an open file; gives 0 or an error number.
int clinux_file_system_id(int descriptor, uint64_t *id);
// The UUID of the file system that holds an open file (FS_IOC_GETFSUUID, Linux 6.9): bytes written.
int clinux_file_system_uuid(int descriptor, uint8_t uuid[16]);
bool clinux_terminal_size(int descriptor, uint16_t *columns, uint16_t *rows);

enum clinux_limit {
  clinux_limit_address_space,
  clinux_limit_processor_time,
  clinux_limit_file_size,
  clinux_limit_descriptors,
  clinux_limit_core,
};
// Sets the soft limit, and unless `softly` the hard limit too; gives 0 or an error number.
int clinux_set_limit(enum clinux_limit limit, uint64_t value, bool softly);

int clinux_die_with_parent(int signal);
void clinux_name_thread(const char *name);
// Processors this process may run on, however many the machine has; 0 when the kernel won't say.
int clinux_processor_count(void);
// User and system time of this process and of its children that were waited for, microseconds.
void clinux_processor_time(int64_t *own, int64_t *children);
int clinux_pidfd_open(pid_t process);

// What this process gives up for good, see confinement.c; each gives 0 or an error number.
int clinux_forbid_new_privileges(void);
int clinux_forbid_inspection(void);
int clinux_forbid_writing(void);
int clinux_filter_system_calls(void);

// The text of an error number, in `buffer` or elsewhere.
const char *clinux_error_text(int number, char *buffer, size_t count);
// `SEGV` for 11; null for numbers that name no signal.
const char *clinux_signal_name(int signal);

// Anonymous shared memory that can neither shrink nor grow: with a shrinking one, whoever else
// holds it could make every access here a SIGBUS.
int clinux_shared_memory(const char *name, size_t count);
void clinux_store(void *word, uint64_t value);
uint64_t clinux_load(const void *word);

bool clinux_exited(int status);
int clinux_exit_code(int status);
bool clinux_signalled(int status);
int clinux_ending_signal(int status);

// Adds to `posix_spawn_file_actions_t`: close every descriptor from `first` on, also those that a
// host program left inheritable. Gives 0 or an error number.
int clinux_close_from(void *actions, int first);

// Ends the process with `code` instead of a signal when it dies for want of memory; see the source.
int clinux_exit_when_out_of_memory(int code);
// Turns the first SIGINT, SIGTERM or SIGHUP into eight bytes on `descriptor`; see the source.
int clinux_watch_termination(int descriptor);
// Dies by `signal` as if it had never been handled.
void clinux_die_by_signal(int signal);
