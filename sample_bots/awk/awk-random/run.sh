# Any awk will do, but mawk (the awk of Debian) waits for 4096 bytes before it looks at the first line, unless it is
# told that somebody is waiting. The others do not know that option.
case $(awk -W version 2>&1 </dev/null) in
    mawk*) exec awk -W interactive -f bot.awk ;;
    *) exec awk -f bot.awk ;;
esac
