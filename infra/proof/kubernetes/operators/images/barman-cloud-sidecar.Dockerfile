# The plugin's program beside barman-cloud, as instances of PostgreSQL run it. For S3 and gzip alone.
FROM ghcr.io/cloudnative-pg/plugin-barman-cloud:v0.15.0 AS plugin
FROM debian:bookworm-slim
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends python3-venv python3-psycopg2 > /dev/null \
  && python3 -m venv --system-site-packages /venv && /venv/bin/pip install -q --no-cache-dir 'barman[cloud]==3.19.1' \
  && apt-get clean && rm -rf /var/lib/apt/lists/*
COPY --from=plugin /manager /manager
ENV PATH=/venv/bin:$PATH
USER 26:26
ENTRYPOINT ["/manager"]
