# Builds the bot: the types of the messages from the .proto files, then the program. By hand:
#
#   SERAI_PROTO=$(serai proto) sh build.sh
set -e
if [ -z "$SERAI_PROTO" ]; then
    echo 'SERAI_PROTO is not set; try: SERAI_PROTO=$(serai proto) sh build.sh' >&2
    exit 1
fi
npm ci --ignore-scripts --prefer-offline --no-audit --no-fund
rm -rf dist messages
# The program reads the .proto files when it starts; the options here are those of stream.ts.
mkdir dist
cp -R "$SERAI_PROTO" dist/proto
node_modules/.bin/proto-loader-gen-types --longs=String --enums=String --defaults --oneofs \
    --includeComments --inputTemplate=%sInput --outputTemplate=%s --importFileExtension=.js \
    --grpcLib=@grpc/grpc-js --includeDirs="$SERAI_PROTO" --outDir=messages serai/v1/referee.proto
node_modules/.bin/tsc
