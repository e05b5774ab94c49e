internal import MediaModel
internal import UnicodeText

/// The words by which one item is found, in the columns of the search index.
struct SearchDocument: Hashable {
  /// Words of name, folder and camera.
  var name: [String] = []
  var title: [String] = []
  var caption: [String] = []
  var keywords: [String] = []
  var place: [String] = []

  /// The columns in the order of the index.
  var columns: [[String]] { [name, title, caption, keywords, place] }

  /// Takes the words of an item.
  init(_ item: FilterSubject) {
    name =
      SearchWords.ofFolded(Folding.search(item.name.bytes))
      + SearchWords.ofFolded(Folding.search(item.folder.bytes))
      + (item.camera.map { SearchWords.ofDocument($0.full) } ?? [])
    title = item.title.map(SearchWords.ofDocument) ?? []
    caption = item.caption.map(SearchWords.ofDocument) ?? []
    keywords = item.keywords.flatMap(SearchWords.ofDocument)
    place = item.place.map(SearchWords.ofDocument) ?? []
  }
}
