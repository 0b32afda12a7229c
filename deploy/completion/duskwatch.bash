# Completion for bash: duskwatch, duskwatch-server, duskwatch-bots, duskwatch-lab. Each program is asked for its
# flags, commands and their values by --help, so this file holds none of them.
# shellcheck shell=bash

# The installed names of a kind of data, such as maps, beside the program: _duskwatch_names maps .tmj
_duskwatch_names() {
    local program folder file
    program=$(type -P "${COMP_WORDS[0]}") || return
    folder=${DUSKWATCH_DATA:-$(dirname "$(dirname "$(readlink -f "$program")")")/share/duskwatch}/$1
    for file in "$folder"/*"$2"; do
        file=${file##*/}
        [ "$file" = "*$2" ] || echo "${file%"$2"}"
    done
}

# Names of $1 that the word $2 begins, or files: a NAME has neither a slash nor a dot.
_duskwatch_names_or_files() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2")
    if [ ${#COMPREPLY[@]} -eq 0 ] || [[ $2 == *[./]* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$2")
        compopt -o filenames 2>/dev/null
    fi
}

# The word $3 as the value of flag $1, whose line of the help is $2.
_duskwatch_value() {
    local flag=$1 line=$2 word=$3 words=
    if [[ $line =~ :\ ([^\ \|]+(\|[^\ \|]+)+)(\ \[.*\])?$ ]]; then
        words=${BASH_REMATCH[1]//|/ }
    elif [[ $line =~ (:\ |\()([a-z_-]+(,\ [a-z_-]+)+)(\)|\ \[|$) ]]; then
        words=${BASH_REMATCH[2]//,/}
    fi
    case $flag in
    --map) words=$(_duskwatch_names maps .tmj) ;;
    --ruleset) words=$(_duskwatch_names maps/rulesets .json) ;;
    --strategy) words=$(_duskwatch_names maps/strategies .json) ;;
    --mission) words=$(_duskwatch_names maps/missions .json) ;;
    --brain) words="$words $(_duskwatch_names maps/brains .json)" ;;
    esac
    case $line in
    *" DIR "*)
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        compopt -o filenames 2>/dev/null
        ;;
    *" FILE "* | *"-or-FILE "*) _duskwatch_names_or_files "$words" "$word" ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
    esac
}

_duskwatch() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command=("${COMP_WORDS[0]}") help i
    COMPREPLY=()
    help=$("${command[@]}" --help 2>/dev/null) || return
    # `duskwatch-lab map check` is a command of a command.
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ $help == *$'\nCommands:\n'* && ${COMP_WORDS[i]} != -* ]] || break
        command+=("${COMP_WORDS[i]}")
        help=$("${command[@]}" --help 2>/dev/null) || return
    done
    if [[ $help == *$'\nCommands:\n'* ]]; then
        help=${help#*$'\nCommands:\n'}
        mapfile -t COMPREPLY < <(compgen -W "$(awk '!/^  / { exit } { print $1 }' <<<"$help") --help --version" -- "$word")
        return
    fi
    local line
    line=$(grep -E -m 1 -- "^  $before( |\$)" <<<"$help")
    # A flag with a value: the help names the value, or the choices at the end of the line.
    if [[ $before == --* && ($line =~ ^\ \ --[^\ ]+\ [A-Z] || $line =~ :\ [^\ \|]+\|) ]]; then
        _duskwatch_value "$before" "$line" "$word"
    elif [[ $word == -* || ${help%%$'\n'*} != *FILE* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(awk '/^  --/ { print $1 }' <<<"$help")" -- "$word")
    elif [[ ${help%%$'\n'*} == *NAME-or-FILE* ]]; then
        if [ "${command[1]:-}" = brain ]; then
            _duskwatch_names_or_files "$(_duskwatch_names maps/brains .json)" "$word"
        else
            _duskwatch_names_or_files "$(_duskwatch_names maps .tmj)" "$word"
        fi
    else
        _duskwatch_names_or_files "" "$word"
    fi
}

complete -F _duskwatch duskwatch duskwatch-server duskwatch-bots duskwatch-lab
