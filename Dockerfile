# One image for the server and the workers.
FROM python:3.12-slim

RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 serai \
    && install --directory --owner serai --group serai /home/serai/data

WORKDIR /opt/serai

# The libraries first: they change less often than the code.
COPY requirements.lock ./
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY . .
RUN pip install --no-cache-dir --no-build-isolation --no-deps .

USER serai
WORKDIR /home/serai
ENV PYTHONUNBUFFERED=1
ENTRYPOINT ["serai"]
CMD ["--help"]
