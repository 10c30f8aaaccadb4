# One Node process of the product: a service, the simulator, the demo identity provider.
#   docker build -f infra/operations/docker/service.Dockerfile --build-arg SERVICE=services/auth -t nightshelf/auth .
# Runs from source without a build: production packages, the workspace and shared code.
ARG NODE_IMAGE=node:26-bookworm-slim

FROM ${NODE_IMAGE} AS manifests
ARG SERVICE
WORKDIR /source
COPY . .
RUN node infra/operations/docker/src/write-manifests.ts "$SERVICE" production /manifests && cp .npmrc /manifests

FROM ${NODE_IMAGE} AS packages
# Empty: npm's own registry.
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --loglevel=error \
 && find node_modules -name '*.map' -delete

FROM ${NODE_IMAGE}
ARG SERVICE
# Empty for a process that serves /healthz on its only port.
ARG OPERATIONS_PORT=9090
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 OPERATIONS_PORT=${OPERATIONS_PORT} NODE_COMPILE_CACHE=/app/.compiled
WORKDIR /app
COPY --from=packages /app ./
COPY infra/operations/docker/src/healthcheck.sh infra/operations/docker/src/start-up-check.sh /
COPY services/shared services/shared
COPY ${SERVICE} ${SERVICE}
RUN install -d -o 1000 -g 1000 .compiled
USER 1000:1000
WORKDIR /app/${SERVICE}
# Needed by the demo identity provider.
RUN PUBLIC_ORIGIN=http://localhost CLIENT_ID=check CLIENT_SECRET=check sh /start-up-check.sh
EXPOSE 8080 9090
HEALTHCHECK --interval=5s --timeout=10s --start-period=2m --retries=6 CMD ["bash", "/healthcheck.sh"]
# Loading modules grows V8's young generation, which never shrinks; half of its default size is enough.
ENTRYPOINT ["node", "--max-semi-space-size=4", "src/main.ts"]
