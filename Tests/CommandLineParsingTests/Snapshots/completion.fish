# fish completion for mediacat; made by 'mediacat completions fish'.
function __mediacat_command -a wanted
    set -l command ''
    for word in (commandline -opc)[2..-1]
        if contains -- "$command/$word" '/list' '/album' '/album/add' '/export' /help
            set command "$command/$word"
        end
    end
    test "$command" = "$wanted"
end
complete -c mediacat -f
complete -c mediacat -n '__mediacat_command \'\'' -a list -d 'List media, newest first'
complete -c mediacat -n '__mediacat_command \'\'' -a album -d 'Make, fill and order albums'
complete -c mediacat -n '__mediacat_command \'\'' -a export -d 'Copy media to a folder'
complete -c mediacat -n '__mediacat_command \'\'' -a help -d 'Print help of a command'
complete -c mediacat -n '__mediacat_command /help' -a list -d 'List media, newest first'
complete -c mediacat -n '__mediacat_command /help' -a album -d 'Make, fill and order albums'
complete -c mediacat -n '__mediacat_command /help' -a export -d 'Copy media to a folder'
complete -c mediacat -n '__mediacat_command \'\'' -l catalog -r -F -d 'Use this catalog FILE'
complete -c mediacat -n '__mediacat_command \'\'' -s h -l help -d 'Print help: -h in short, --help in full'
complete -c mediacat -n '__mediacat_command \'\'' -s V -l version -d 'Print the version'
complete -c mediacat -n '__mediacat_command /list' -s n -l limit -x -d 'Stop after COUNT items'
complete -c mediacat -n '__mediacat_command /list' -l album -x -a '(mediacat albums --template \'{name}\' 2>/dev/null)' -d 'Only media of ALBUM; may be repeated'
complete -c mediacat -n '__mediacat_command /list' -s r -l reverse -d 'Turn the order round'
complete -c mediacat -n '__mediacat_command /list' -l since -x -d 'Only media taken on DATE or later'
complete -c mediacat -n '__mediacat_command /list' -l format -x -a 'table json jsonl csv paths' -d 'Write rows as FORMAT'
complete -c mediacat -n '__mediacat_command /list' -l json -d 'Write one JSON array; short for --format json'
complete -c mediacat -n '__mediacat_command /list' -s 0 -l null -d 'End paths with NUL instead of a line end'
complete -c mediacat -n '__mediacat_command /list' -l progress -d 'Show progress on standard error'
complete -c mediacat -n '__mediacat_command /list' -l no-progress -d 'Show progress on standard error'
complete -c mediacat -n '__mediacat_command /list' -l color -d 'Use colours'
complete -c mediacat -n '__mediacat_command /list' -l catalog -r -F -d 'Use this catalog FILE'
complete -c mediacat -n '__mediacat_command /list' -s h -l help -d 'Print help: -h in short, --help in full'
complete -c mediacat -n '__mediacat_command /album' -a add -d 'Add items to an album'
complete -c mediacat -n '__mediacat_command /album' -l catalog -r -F -d 'Use this catalog FILE'
complete -c mediacat -n '__mediacat_command /album' -s h -l help -d 'Print help: -h in short, --help in full'
complete -c mediacat -n '__mediacat_command /album/add' -l rating -x -d 'Give every item STARS'
complete -c mediacat -n '__mediacat_command /album/add' -l catalog -r -F -d 'Use this catalog FILE'
complete -c mediacat -n '__mediacat_command /album/add' -s h -l help -d 'Print help: -h in short, --help in full'
complete -c mediacat -n '__mediacat_command /album/add' -F
complete -c mediacat -n '__mediacat_command /export' -s h -l help -d 'Print help: -h in short, --help in full'
complete -c mediacat -n '__mediacat_command /export' -a '(__fish_complete_directories)'
