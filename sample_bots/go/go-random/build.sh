# Builds the bot: the package serai from the .proto files, then the program. By hand:
#
#   SERAI_PROTO=$(serai proto) sh build.sh
set -e
# Without the names of folders in it, what is compiled for one version of the bot serves the next as well.
export GOFLAGS="$(go env GOFLAGS) -trimpath -buildvcs=false"
go generate
go build
