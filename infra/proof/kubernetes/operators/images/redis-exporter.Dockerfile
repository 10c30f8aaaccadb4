# Debian testing's; its Go module is not to be had.
FROM debian:bookworm-slim
RUN echo 'deb [check-valid-until=no] http://deb.debian.org/debian testing main' > /etc/apt/sources.list.d/testing.list \
  && apt-get update -qq && cd /tmp && apt-get download -qq prometheus-redis-exporter/testing \
  && dpkg -x prometheus-redis-exporter_*.deb / && apt-get clean && rm -rf /tmp/*.deb /var/lib/apt/lists/* \
  && ln -s /usr/bin/prometheus-redis-exporter /redis_exporter
USER 59000:59000
ENTRYPOINT ["/redis_exporter"]
