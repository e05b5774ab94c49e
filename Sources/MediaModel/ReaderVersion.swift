/// The version of what readers extract.
///
/// It grows when a reader learns to tell more or better; the next index run then reads again the
/// files that an older version read.
public enum ReaderVersion {
  /// The version of this build.
  public static let current: Int64 = 2
}
