internal import CFFmpeg
internal import CVips
internal import Glibc

/// The decoders of this process.
public enum MediaDecoding {
  /// Starts the C libraries, once a process however often it is called.
  ///
  /// Renderers call it when they are made. Call it from `main` when other threads read the
  /// environment: it is changed here.
  public static func start() { _ = isStarted }

  private static let isStarted: Bool = {
    // The only way to ask this version of TurboJPEG for Huffman tables made for the picture.
    setenv("TJ_OPTIMIZE", "1", 1)
    quieten()
    guard cvips_init("mediacat") == 0 else { return false }
    cvips_silence()
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    // Loaders with a history of faults are off, but those of formats the catalog lists.
    vips_block_untrusted_set(1)
    vips_operation_block_set("VipsForeignLoadJxl", 0)
    vips_operation_block_set("VipsForeignLoadJp2k", 0)
    return true
  }()

  /// Keeps FFmpeg's reports off standard error; all it takes to use FFmpeg alone.
  static func quieten() { av_log_set_level(AV_LOG_QUIET) }
}
