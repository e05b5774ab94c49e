internal import CLinux

/// What this process gives up for good, with all it starts later.
///
/// Each step stands alone and throws when the kernel does not have it; the others hold all the same.
/// They are for the thread that calls and those it starts, so they come before the first of these.
/// Taken in the order below, none is in the way of the next.
package enum Confinement {
  /// Gives up gaining rights by running a program (`PR_SET_NO_NEW_PRIVS`).
  ///
  /// The kernel wants it before ``forbidWriting()`` and ``filterSystemCalls()``.
  package static func forbidNewPrivileges() throws(LinuxError) {
    try check(clinux_forbid_new_privileges(), "prctl")
  }

  /// Closes this process to debuggers and core files (`PR_SET_DUMPABLE`).
  package static func forbidInspection() throws(LinuxError) {
    try check(clinux_forbid_inspection(), "prctl")
  }

  /// Gives up system calls that a reader of files has no use for (seccomp).
  ///
  /// They fail with `EPERM`: sockets, new processes and programs, signals to others, tracing,
  /// opening for writing, every other change of a file, mounts, kernel modules, io_uring, BPF.
  /// Threads, memory and reading are as before.
  package static func filterSystemCalls() throws(LinuxError) {
    try check(clinux_filter_system_calls(), "seccomp")
  }

  /// Gives up changing, making and removing files, and running them (Landlock).
  ///
  /// Files can be read as before. What is open for writing stays so. Newer kernels also take TCP,
  /// device controls, abstract sockets and signals to others. It costs least after
  /// ``filterSystemCalls()``, which makes a part of it needless.
  package static func forbidWriting() throws(LinuxError) {
    try check(clinux_forbid_writing(), "landlock_restrict_self")
  }

  private static func check(_ failure: Int32, _ call: String) throws(LinuxError) {
    guard failure == 0 else { throw LinuxError(number: failure, call: call) }
  }
}
