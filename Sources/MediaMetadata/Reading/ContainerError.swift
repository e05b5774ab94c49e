/// What a container reader says of a file it cannot read.
enum ContainerError: Error, Hashable {
  /// The structure is damaged; the sentence tells how.
  case malformed(String)
  /// The structure is sound but holds no picture; the sentence tells what it holds.
  case notMedia(String)
}
