#compdef duskwatch duskwatch-server duskwatch-bots duskwatch-lab
# Completion for zsh. As in the one for bash, each program is asked for its flags, commands and values by --help.

_duskwatch_names() { # _duskwatch_names FOLDER .SUFFIX: the installed maps, rulesets, missions ...
    local folder=${DUSKWATCH_DATA:-${commands[$words[1]]:A:h:h}/share/duskwatch}/$1
    local -a names=($folder/*$2(N:t:r))
    compadd -a names
}

_duskwatch() {
    local help flag value action text line
    local -a call=($words[1]) specs
    help=$($call --help 2>/dev/null) || return 1
    while [[ $help == *$'\nCommands:\n'* ]]; do # `duskwatch-lab map check` is a command of a command.
        if (( CURRENT == 2 )); then
            local -a list=("${(@f)$(awk '/^Commands:$/ { on = 1; next } on && /^  / {
                name = $1; $1 = ""; print name ":" substr($0, 2) }' <<<$help)}")
            _describe command list
            compadd -- --help --version
            return
        fi
        call+=($words[2])
        help=$($call --help 2>/dev/null) || return 1
        shift words
        (( CURRENT-- ))
    done
    for line in ${(f)help}; do
        [[ $line == '  --'* ]] || continue
        flag=${${line#  }%% *}
        text=${${line#*  --}#* }
        value=
        action=' '
        if [[ $line =~ ': ([^ |]+(\|[^ |]+)+)( \[.*\])?$' ]]; then
            value=value
            action="(${match[1]//|/ })"
        elif [[ $text == [A-Z]* ]]; then
            value=${text%% *}
            text=${text#* }
            case $flag in
            --map) action=' _duskwatch_names maps .tmj' ;;
            --ruleset) action=' _duskwatch_names maps/rulesets .json' ;;
            --strategy) action=' _duskwatch_names maps/strategies .json' ;;
            --mission) action=' _duskwatch_names maps/missions .json' ;;
            --brain) action=' _duskwatch_names maps/brains .json' ;;
            *) case $value in DIR) action='_files -/' ;; FILE) action=_files ;; esac ;;
            esac
        fi
        text=${${${text## #}//\[/(}//\]/)}
        specs+=("${flag}[${text//:/\\:}]${value:+:${value//:/\\:}:$action}")
    done
    _arguments $specs '*:file:_files'
}

_duskwatch "$@"
