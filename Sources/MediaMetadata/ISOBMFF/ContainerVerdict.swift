/// What a container turned out to be, when that is no image and no video.
enum ContainerVerdict: Error, Hashable {
  /// A readable file without a video track: sound, subtitles or data only.
  case audioOnly
}
