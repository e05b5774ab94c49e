/// Makes XMP packets.
package enum XMPBuilder {
  /// Prefixes and namespaces of the schemas that tests use, from their specifications.
  private static let namespaces: [(prefix: String, uri: String)] = [
    ("xmp", "http://ns.adobe.com/xap/1.0/"), ("dc", "http://purl.org/dc/elements/1.1/"),
    ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
    ("tiff", "http://ns.adobe.com/tiff/1.0/"), ("exif", "http://ns.adobe.com/exif/1.0/"),
    ("exifEX", "http://cipa.jp/exif/1.0/"), ("aux", "http://ns.adobe.com/exif/1.0/aux/"),
    ("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"),
    ("GPano", "http://ns.google.com/photos/1.0/panorama/"),
    ("GCamera", "http://ns.google.com/photos/1.0/camera/"),
    ("GDepth", "http://ns.google.com/photos/1.0/depthmap/"),
    ("hdrgm", "http://ns.adobe.com/hdr-gain-map/1.0/"),
    ("xmpNote", "http://ns.adobe.com/xmp/note/"),
  ]

  /// A packet with attributes and elements in one description.
  package static func packet(_ attributes: String = "", _ elements: String = "") -> String {
    let declarations = namespaces.map { "xmlns:\($0.prefix)='\($0.uri)'" }.joined(separator: " ")
    return """
      <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
      <x:xmpmeta xmlns:x='adobe:ns:meta/'>
      <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
      <rdf:Description rdf:about='' \(declarations) \(attributes)>\(elements)</rdf:Description>
      </rdf:RDF></x:xmpmeta>
      <?xpacket end='w'?>
      """
  }

  /// An element with a text in the default language after one in German.
  package static func localized(_ name: String, _ text: String) -> String {
    "<\(name)><rdf:Alt><rdf:li xml:lang='de'>anders</rdf:li>"
      + "<rdf:li xml:lang='x-default'>\(text)</rdf:li></rdf:Alt></\(name)>"
  }

  /// An element with a list.
  package static func list(_ name: String, _ kind: String, _ items: [String]) -> String {
    "<\(name)><rdf:\(kind)>" + items.map { "<rdf:li>\($0)</rdf:li>" }.joined()
      + "</rdf:\(kind)></\(name)>"
  }
}
