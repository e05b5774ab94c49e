#compdef mediacat
# zsh completion for mediacat; made by 'mediacat completions zsh'.
_mediacat_list() {
  _arguments -s -S \
    '*-n+[Stop after COUNT items]:COUNT: ' \
    '*--limit=[Stop after COUNT items]:COUNT: ' \
    '*--album=[Only media of ALBUM; may be repeated]:ALBUM:{compadd -- ${(f)"$(mediacat albums --template '\''{name}'\'' 2>/dev/null)"}}' \
    '*-r[Turn the order round]' \
    '*--reverse[Turn the order round]' \
    '*--since=[Only media taken on DATE or later]:DATE: ' \
    '*--format=[Write rows as FORMAT]:FORMAT:(table json jsonl csv paths)' \
    '*--json[Write one JSON array; short for --format json]' \
    '*-0[End paths with NUL instead of a line end]' \
    '*--null[End paths with NUL instead of a line end]' \
    '*--progress[Show progress on standard error]' \
    '*--no-progress[Show progress on standard error]' \
    '*--color=-[Use colours]::WHEN:(auto always never)' \
    '*--catalog=[Use this catalog FILE]:FILE:_files' \
    '*-h[Print help\: -h in short, --help in full]' \
    '*--help[Print help\: -h in short, --help in full]' \
    '*:QUERY: '
}
_mediacat_album() {
  local curcontext=$curcontext state line
  local -a commands
  _arguments -s -S -C \
    '*--catalog=[Use this catalog FILE]:FILE:_files' \
    '*-h[Print help\: -h in short, --help in full]' \
    '*--help[Print help\: -h in short, --help in full]' \
    '1:command:->command' \
    '*::word:->word'
  case $state in
    command)
      commands=(
        'add:Add items to an album'
      )
      _describe command commands ;;
    word)
      case $line[1] in
        add) _mediacat_album_add ;;
      esac ;;
  esac
}
_mediacat_album_add() {
  _arguments -s -S \
    '*--rating=[Give every item STARS]:STARS: ' \
    '*--catalog=[Use this catalog FILE]:FILE:_files' \
    '*-h[Print help\: -h in short, --help in full]' \
    '*--help[Print help\: -h in short, --help in full]' \
    ':ALBUM: ' \
    '*:ITEM:_files'
}
_mediacat_export() {
  _arguments -s -S \
    '*-h[Print help\: -h in short, --help in full]' \
    '*--help[Print help\: -h in short, --help in full]' \
    '*:ITEM:_files -/'
}
_mediacat_help() {
  _arguments -s -S \
    '*-h[Print help\: -h in short, --help in full]' \
    '*--help[Print help\: -h in short, --help in full]' \
    '*:COMMAND:(list album export)'
}
_mediacat() {
  local curcontext=$curcontext state line
  local -a commands
  _arguments -s -S -C \
    '*--catalog=[Use this catalog FILE]:FILE:_files' \
    '*-h[Print help\: -h in short, --help in full]' \
    '*--help[Print help\: -h in short, --help in full]' \
    '*-V[Print the version]' \
    '*--version[Print the version]' \
    '1:command:->command' \
    '*::word:->word'
  case $state in
    command)
      commands=(
        'list:List media, newest first'
        'album:Make, fill and order albums'
        'export:Copy media to a folder'
        'help:Print help of a command'
      )
      _describe command commands ;;
    word)
      case $line[1] in
        list) _mediacat_list ;;
        album) _mediacat_album ;;
        export) _mediacat_export ;;
        help) _mediacat_help ;;
      esac ;;
  esac
}
if [[ $funcstack[1] == _mediacat ]]; then _mediacat "$@"; else compdef _mediacat mediacat; fi
