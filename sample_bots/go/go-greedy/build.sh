# Builds the bot: the package serai from the .proto files, then the program. By hand:
#
#   SERAI_PROTO=$(serai proto) sh build.sh
set -e
if [ -z "$SERAI_PROTO" ]; then
    echo 'SERAI_PROTO is not set; try: SERAI_PROTO=$(serai proto) sh build.sh' >&2
    exit 1
fi
# Without the names of folders in it, what is compiled for one version of the bot serves the next as well.
export GOFLAGS="$(go env GOFLAGS) -trimpath -buildvcs=false"
go generate
go build
