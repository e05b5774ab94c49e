# bash completion for mediacat; made by 'mediacat completions bash'.
_mediacat() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local command= word index
  COMPREPLY=()
  # bash splits --format=json into three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    case $word in --catalog) ((index++)); continue ;; esac
    case $command/$word in
      '/list'|'/album'|'/album/add'|'/export') command+=/$word ;;
    esac
  done
  case $command in
    '')
      case $previous in
        --catalog)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
          return ;;
      esac
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--catalog -h --help -V --version' -- "$current")
        return
      fi
      mapfile -t COMPREPLY < <(compgen -W 'list album export help' -- "$current")
      ;;
    '/list')
      case $previous in
        -n|--limit)
          return ;;
        --album)
          while IFS= read -r word; do
            [[ $word == "$current"* ]] && COMPREPLY+=("$(printf %q "$word")")
          done < <(mediacat albums --template '{name}' 2>/dev/null)
          return ;;
        --since)
          return ;;
        --format)
          mapfile -t COMPREPLY < <(compgen -W 'table json jsonl csv paths' -- "$current")
          return ;;
        --color)
          mapfile -t COMPREPLY < <(compgen -W 'auto always never' -- "$current")
          return ;;
        --catalog)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
          return ;;
      esac
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '-n --limit --album -r --reverse --since --format --json -0 --null --progress --no-progress --color --catalog -h --help' -- "$current")
        return
      fi
      ;;
    '/album')
      case $previous in
        --catalog)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
          return ;;
      esac
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--catalog -h --help' -- "$current")
        return
      fi
      mapfile -t COMPREPLY < <(compgen -W 'add' -- "$current")
      ;;
    '/album/add')
      case $previous in
        --rating)
          return ;;
        --catalog)
          compopt -o filenames
          mapfile -t COMPREPLY < <(compgen -f -- "$current")
          return ;;
      esac
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--rating --catalog -h --help' -- "$current")
        return
      fi
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      ;;
    '/export')
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '-h --help' -- "$current")
        return
      fi
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
      ;;
  esac
}
complete -F _mediacat mediacat
