#!/bin/sh
# Does what `mvn compile` does, but keeps the libraries and the compiled messages for the next Java bot: they are
# nearly all of the work, and the same as long as pom.xml and the .proto files are.
set -e
key=$(cat pom.xml "$SERAI_PROTO"/serai/v1/*.proto | cksum | tr ' ' '-')
kept=$SERAI_CACHE/$key.tar
mkdir -p target
if [ -f "$kept" ]; then
    tar -xf "$kept" -C target
    javac --release 17 -proc:none -cp 'target/lib/*' -d target/classes $(find src -name '*.java')
else
    MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC $MAVEN_OPTS" mvn -q -B compile
    jar -c -f target/lib/messages.jar -C target/classes serai
    tar -cf "$kept.$$" -C target lib
    mv "$kept.$$" "$kept" # in one go: others may be building too
fi
jar -c -f target/lib/bot.jar -C target/classes bot

# A start that finds no referee loads nearly all classes a bot needs; with those archived, it starts twice as fast.
SERAI_REFEREE=unix:/nowhere SERAI_TOKEN=none \
    java -XX:ArchiveClassesAtExit=target/bot.jsa -Xlog:disable -cp 'target/lib/*' bot.Main 2>/dev/null || true
