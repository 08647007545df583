# The service with a store of its own:
#     docker build --tag kiln .
#     docker run --publish 8000:8000 --volume kiln-data:/data kiln
# docs/operations.md says more, under "Container".

FROM python:3.13-slim-trixie AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_NO_INPUT=1 \
    PIP_ROOT_USER_ACTION=ignore

WORKDIR /build

# What compiles the rules stays in this stage.
# hadolint ignore=DL3008 # the compiler of the distribution that the base image is made of, whichever that is
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
COPY requirements/compile.txt requirements/
RUN python -m venv /opt/compiler \
    && /opt/compiler/bin/python -m pip install --require-hashes --only-binary :all: -r requirements/compile.txt

# Without pip: the environment goes into the image as it is, pip works on it from outside.
RUN python -m venv --without-pip /opt/kiln

# The dependencies first, exactly as they are locked: this layer lasts until the lock moves.
COPY requirements/runtime.txt requirements/
RUN python -m pip --python /opt/kiln/bin/python install --require-hashes --only-binary :all: \
        -r requirements/runtime.txt

# Then the service, its rules and movers as machine code beside their sources; what builds it (flit-core) is locked too,
# and leaves again.
COPY pyproject.toml README.md LICENSE ./
COPY native native
COPY service service
RUN /opt/compiler/bin/python -m native.compile
RUN python -m pip --python /opt/kiln/bin/python install --no-index --no-deps --no-build-isolation . \
    && python -m pip --python /opt/kiln/bin/python uninstall --yes flit-core


FROM python:3.13-slim-trixie

# Nothing is installed in a running container.
RUN python -m pip uninstall --yes --root-user-action=ignore pip \
    && install --directory --owner=10001 --group=10001 --mode=0700 /data

COPY --from=build /opt/kiln /opt/kiln

# The bytecode is in the image, and nothing can be written beside it.
ENV PATH=/opt/kiln/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HOST=0.0.0.0 \
    PORT=8000 \
    KILN_DATA_DIR=/data

# By number, so that Kubernetes can see that it is not root.
USER 10001:10001
WORKDIR /data

# The one place that is written to, and not even that with KILN_REDIS_URL.
VOLUME ["/data"]
EXPOSE 8000

STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["kiln", "health"]
ENTRYPOINT ["kiln"]
CMD ["serve"]

# Last, as they change with every build.
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Kiln service" \
      org.opencontainers.image.description="The board game Kiln as a REST game-engine service" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
