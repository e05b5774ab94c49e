import TestSupport
import Testing

@Suite("Commands that edit, undo and redo") struct EditCommandTests {
  private let shell = Shell()

  init() {
    shell.makePhotos(6)
    shell.run("mediacat index photos", expecting: 0)
  }

  private func sql(_ text: String) -> [String] {
    shell.run("sqlite3 c.sqlite \"\(text)\"", expecting: 0).lines
  }

  @Test func `say what they changed and how to undo it, on standard error`() {
    let commands: [(command: String, said: String)] = [
      ("rate 4 1 2", "rated 2 items 4"), ("rate -1 3", "rated 1 item -1"),
      ("trash 4", "trashed 1 item"), ("trash --off 4", "took 1 item out of the trash"),
      ("hide 3", "hid 1 item"), ("hide --off 3", "unhid 1 item"),
      ("title 'First  day' 1", "gave 1 item the title “First  day”"),
      ("caption '' 1 2", "cleared the caption of 2 items"),
      ("keyword add 'two words' --also x 1", "added 2 keywords to 1 item"),
      ("keyword remove x 1 2", "removed the keyword “x” from 1 item; 1 item already so"),
      ("keyword reset 1", "gave 1 item the keywords of its file"),
      ("set-date 2023-05-01T12:34 1", "dated 1 item 2023-05-01T12:34"),
      ("set-date --shift -1h30m 1", "shifted the date of 1 item by -1h30m"),
      ("set-date --zone +05:30 1", "set the zone of 1 item to +05:30"),
      ("set-date --zone none 1", "cleared the zone of 1 item"),
      ("set-date --file 1 2", "dated 1 item as its file; 1 item already so"),
      ("title --file 1", "gave 1 item the title of its file"),
      ("rate --file photos/0/IMG_0.jpg", "rated 1 item as its file"),
    ]
    for (command, said) in commands {
      let undone = sql("SELECT * FROM edit; SELECT * FROM edit_keyword")
      let dry = shell.run("mediacat \(command) --dry-run", expecting: 0)
      #expect(dry.output == "would be done: \(said)\n")
      #expect(dry.errors == "")
      let result = shell.run("mediacat \(command)", expecting: 0)
      #expect(result.output == "")
      #expect(
        result.errors == "mediacat: \(said)\nmediacat: undo with: mediacat undo\n", "\(command)")
      let summary = said.split(separator: ";")[0]
      let done = sql("SELECT * FROM edit; SELECT * FROM edit_keyword")
      #expect(
        shell.run("mediacat undo --dry-run", expecting: 0).output == "would undo: \(summary)\n")
      #expect(shell.run("mediacat undo", expecting: 0).output == "undid: \(summary)\n")
      #expect(sql("SELECT * FROM edit; SELECT * FROM edit_keyword") == undone)
      let redone = shell.run("mediacat redo", expecting: 0)
      #expect(redone.output == "redid: \(summary)\n")
      #expect(redone.errors == "mediacat: undo with: mediacat undo\n")
      #expect(sql("SELECT * FROM edit; SELECT * FROM edit_keyword") == done)
    }
    for _ in commands { shell.run("mediacat undo", expecting: 0) }
    let nothing = shell.run("mediacat undo", expecting: 1)
    #expect(nothing.errors == "mediacat: there is nothing to undo\n")
    #expect(
      sql("SELECT count(*) FROM edit UNION ALL SELECT count(*) FROM edit_keyword") == ["0", "0"])
    shell.run("mediacat rate 1 1", expecting: 0)
    #expect(
      shell.run("mediacat redo", expecting: 1).errors == "mediacat: there is nothing to redo\n")
  }

  @Test func `take items as albums do`() {
    shell.run(
      """
      mediacat list --format paths -0 'in:0' | mediacat rate 2 -0 -
      printf '1\\nphotos/0/IMG_1.jpg\\n' | mediacat title T -
      mediacat hide --query 'rating:2' 6
      """, expecting: 0)
    #expect(sql("SELECT count(*) FROM v_media WHERE rating = 2 AND hidden") == ["6"])
    #expect(sql("SELECT id FROM v_media WHERE title = 'T' ORDER BY name") == ["1", "2"])
    #expect(shell.run("mediacat list", expecting: 1).output == "")
    #expect(
      shell.run("mediacat rate 5 --query rating:9", expecting: 1).errors == "mediacat: no items\n")
  }

  @Test(arguments: [
    ("rate", 64, "missing STARS"), ("rate 6 1", 64, "from -1 to 5"), ("rate 4", 64, "no items"),
    ("rate 4.5 1", 64, "from -1 to 5"), ("rate 4 1 99", 2, "99: is neither an id nor a file"),
    ("title", 64, "missing TEXT"), ("title x", 64, "no items"),
    ("title $'\\xff' 1", 64, "UTF-8"), ("keyword add '' 1", 64, "a keyword needs a letter"),
    ("keyword add $'a\\nb' 1", 64, "one line"), ("hide", 64, "no items"),
    ("set-date 1", 64, "a year of 4 digits is missing\n  1\n  ^\nfor example 2023-05-01"),
    ("set-date 2023-02-30 1", 64, "2023-02-30\n          ^"),
    ("set-date --shift 5 1", 64, "a unit is missing"), ("set-date --shift 0s 1", 64, "by more"),
    ("set-date --zone 25:00 1", 64, "at most 14 hours"),
    ("set-date --file --from-name 1", 64, "exclude each other"),
    ("set-date --shift +100000d 1 2", 64, "nothing was changed"), ("undo 3", 64, "takes no words"),
  ]) func `refuse what makes no sense, and change nothing`(
    command: String, status: Int32, said: String
  ) {
    let result = shell.run("mediacat \(command)", expecting: status)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("mediacat: "))
    #expect(result.errors.contains(said), "\(result.errors)")
    #expect(
      sql("SELECT count(*) FROM edit UNION ALL SELECT count(*) FROM undo_entry") == ["0", "0"])
  }

  @Test func `are seen by show, list, count, queries and smart albums`() {
    // IMG_3 was taken 2013-04-04T10:20:03, by its EXIF block.
    shell.run(
      """
      mediacat album create Old --query 'taken:..1979'
      mediacat set-date 1974 photos/0/IMG_3.jpg
      mediacat title 'Grandmother' photos/0/IMG_3.jpg
      mediacat keyword add family photos/0/IMG_3.jpg
      """, expecting: 0)
    let shown = shell.run("mediacat show photos/0/IMG_3.jpg --json", expecting: 0).output
    for field in [
      #""taken":"1974-01-01T00:00:00""#, #""taken_source":"user""#, #""taken_precision":"year""#,
      #""title":"Grandmother""#, #""keywords":["family"]"#, #""taken_offset":null"#,
    ] {
      #expect(shown.replacing(": ", with: ":").contains(field), "\(field)\n\(shown)")
    }
    #expect(
      shell.run("mediacat show photos/0/IMG_3.jpg", expecting: 0).output
        .contains("2013-04-04T10:20:03 (exif:DateTimeOriginal)"))
    for query in ["grandmother", "taken:1974", "keyword:family", "title:grandm"] {
      let listed = shell.run("mediacat list '\(query)' --format paths")
      #expect(listed.lines == ["\(shell.path)/photos/0/IMG_3.jpg"], "\(query)")
    }
    #expect(shell.run("mediacat list --album Old --format paths", expecting: 0).lines.count == 1)
    #expect(
      shell.run("mediacat list --format paths", expecting: 0).lines.last?.hasSuffix("IMG_3.jpg")
        == true)
    #expect(
      shell.run("mediacat count --by year --format csv", expecting: 0).output.contains("1974,1"))
    shell.run("for n in 1 2 3; do mediacat undo; done", expecting: 0)
    shell.run("mediacat list grandmother", expecting: 1)
    #expect(
      !shell.run("mediacat count --by year --format csv", expecting: 0).output.contains("1974"))
  }
}
