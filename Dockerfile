# One image for the server and the workers, `serai`; `toolchains` has the compilers of other languages and is much larger.
# In both the engine is compiled, from the same source by mypyc. No compiler stays in the image.
FROM python:3.12-slim AS engine

RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*

WORKDIR /opt/serai
COPY requirements.lock requirements-compile.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock -r requirements-compile.lock

COPY . .
RUN SERAI_COMPILED=1 pip wheel --no-cache-dir --no-build-isolation --no-deps --wheel-dir /wheels .

FROM python:3.12-slim AS base

RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 serai \
    && install --directory --owner serai --group serai /home/serai/data

WORKDIR /opt/serai

# The libraries first: they change less often than the code.
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY --from=engine /wheels /wheels
RUN pip install --no-cache-dir --no-deps /wheels/*.whl

USER serai
WORKDIR /home/serai
ENV PYTHONUNBUFFERED=1
ENTRYPOINT ["serai"]
CMD ["--help"]

FROM base AS toolchains
USER root
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        cargo default-jdk-headless g++ gcc golang-go libc6-dev libgrpc++-dev libprotobuf-dev make maven mawk nodejs npm \
        protobuf-compiler protobuf-compiler-grpc \
    && rm -rf /var/lib/apt/lists/*
USER serai

FROM base AS serai
