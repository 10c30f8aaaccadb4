# PostgreSQL 18 with all of its programs, as CloudNativePG wants it: user 26 and no entrypoint. Debian bookworm has 15, so it is
# testing's package; a mirror of testing may stand still for longer than its release file is valid, and what bookworm has in one
# package may be in another one there.
FROM debian:bookworm-slim
RUN echo 'deb [check-valid-until=no] http://deb.debian.org/debian testing main' > /etc/apt/sources.list.d/testing.list \
  && apt-get update -qq && mkdir -p /etc/postgresql-common \
  && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf \
  && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends -o Dpkg::Options::=--force-overwrite \
    -t testing postgresql-18 \
  && usermod -u 26 postgres && rm -rf /var/lib/apt/lists/*
ENV PATH=/usr/lib/postgresql/18/bin:$PATH LANG=C.UTF-8
USER 26
