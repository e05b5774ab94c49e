import Glibc

/// Makes a file of so many bytes that takes no room.
package func makeSparse(_ path: String, _ size: Int64) -> Bool { truncate(path, off_t(size)) == 0 }
