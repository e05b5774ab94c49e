internal import CommandLineParsing

/// Flags that every command has.
struct GlobalArguments: Sendable {
  var catalog: [UInt8]?

  static let flags: [Flag<GlobalArguments>] = [
    .path("catalog", "Use this catalog FILE.", \.catalog)
      .details(
        "Without it, $MEDIACAT_CATALOG is used, else $XDG_DATA_HOME/mediacat/catalog.sqlite, which"
          + " is ~/.local/share/mediacat/catalog.sqlite as a rule."
      )
      .grouped("Global flags")
  ]
}
