public import MediaModel

/// What filters ask about one media item, for evaluation without a database.
public struct FilterSubject: Hashable, Sendable {
  /// Image or video.
  public var type = MediaType.image
  /// Kinds beyond image and video.
  public var subtypes: MediaSubtypes = []
  /// A person's mark.
  public var isFavorite = false
  /// A person's mark.
  public var isHidden = false
  /// Its last file is gone.
  public var isMissing = false
  /// Its root is not there.
  public var isOffline = false
  /// Its file cannot be read.
  public var isFailed = false
  /// In the trash of the catalog.
  public var isTrashed = false
  /// A rendition of another item.
  public var isEdited = false
  /// One of several with equal bytes.
  public var isDuplicate = false
  /// No date but that of the file.
  public var isUndated = false
  /// Capture time.
  public var taken = WallTime(nanoseconds: 0)
  /// When the catalog first saw it, in UTC.
  public var added = WallTime(nanoseconds: 0)
  /// The root's absolute path.
  public var root = FilePath("/")
  /// The folder relative to it.
  public var folder = FilePath("")
  /// The file's name.
  public var name = FilePath("")
  /// The last suffix in lower case.
  public var fileExtension: String?
  /// Media type.
  public var mime = ""
  /// Codec.
  public var codec: String?
  /// Bytes.
  public var size: Int64?
  /// Stored pixels.
  public var width: Int64?
  /// Stored rows.
  public var height: Int64?
  /// Pixels as shown.
  public var displayWidth: Int64?
  /// Rows as shown.
  public var displayHeight: Int64?
  /// Nanoseconds.
  public var duration: Int64?
  /// Frames a second.
  public var frameRate: Double?
  /// Whether there is sound.
  public var hasAudio: Bool?
  /// Make and model, empty where unknown; `nil` when both are.
  public var camera: EquipmentName?
  /// The same of the lens.
  public var lens: EquipmentName?
  /// ISO speed.
  public var iso: Int64?
  /// f-number.
  public var fNumber: Double?
  /// Seconds.
  public var exposureTime: Double?
  /// Millimetres.
  public var focalLength: Double?
  /// The person's rating, else the file's.
  public var rating: Int64?
  /// The person's title, else the file's.
  public var title: String?
  /// The person's caption, else the file's.
  public var caption: String?
  /// Keywords of the file and the person.
  public var keywords: [String] = []
  /// Place names.
  public var place: String?
  /// Degrees.
  public var latitude: Double?
  /// Degrees.
  public var longitude: Double?
  /// User albums that hold it: id and title.
  public var albums: [Int64: String] = [:]

  /// Makes an image that knows nothing of itself.
  public init() {}

  /// Make and model of a camera or lens.
  public struct EquipmentName: Hashable, Sendable {
    /// The maker, empty when unknown.
    public var make: String
    /// The model, empty when unknown.
    public var model: String

    /// Makes a name.
    public init(make: String, model: String) {
      self.make = make
      self.model = model
    }
  }
}
