# The gateway with the browser client that it serves.
#   docker build -f infra/operations/docker/gateway.Dockerfile -t nightshelf/gateway .
ARG NODE_IMAGE=node:26-bookworm-slim
# The previous release's gateway, whose assets are still loaded by pages opened before the upgrade; any other image for none.
ARG PREVIOUS_IMAGE=node:26-bookworm-slim

FROM ${PREVIOUS_IMAGE} AS previous

FROM ${NODE_IMAGE} AS manifests
WORKDIR /source
COPY . .
RUN node infra/operations/docker/src/write-manifests.ts gateway production /manifests/gateway \
 && node infra/operations/docker/src/write-manifests.ts frontend build /manifests/frontend \
 && for folder in /manifests/*; do cp .npmrc "$folder"; done

FROM ${NODE_IMAGE} AS packages
# Empty: npm's own registry.
ARG NPM_CONFIG_REGISTRY
WORKDIR /app
COPY --from=manifests /manifests/gateway ./
# Removes express-gateway's command line and project generators, which the gateway does not use.
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts --loglevel=error \
 && rm -r node_modules/express-gateway/bin node_modules/express-gateway/admin \
 && find node_modules -name '*.map' -delete

FROM ${NODE_IMAGE} AS client
ARG NPM_CONFIG_REGISTRY
WORKDIR /source
COPY --from=manifests /manifests/frontend ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --loglevel=error
COPY tsconfig.json ./
COPY services/shared/contracts services/shared/contracts
COPY frontend frontend
RUN npm run build --workspace=frontend

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 OPERATIONS_PORT=9090 NODE_COMPILE_CACHE=/app/.compiled \
    STATIC_DIR=/app/frontend/dist
WORKDIR /app
COPY --from=packages /app ./
COPY infra/operations/docker/src/healthcheck.sh infra/operations/docker/src/start-up-check.sh /
COPY services/shared services/shared
COPY gateway gateway
COPY --from=client /source/frontend/dist frontend/dist
RUN --mount=from=previous,target=/previous \
    if [ -d /previous/app/frontend/dist/assets ]; then \
      install -d frontend/dist-previous && cp -r /previous/app/frontend/dist/assets frontend/dist-previous/; fi
RUN install -d -o 1000 -g 1000 .compiled
USER 1000:1000
WORKDIR /app/gateway
# Unused addresses make it load express-gateway too.
RUN IDENTITY_SECRET=only-for-this-check-and-for-no-other \
    REDIS_URL=redis://127.0.0.1:1 REDIS_CACHE_URL=redis://127.0.0.1:1 LOG_LEVEL=silent \
    AUTH_URL=http://127.0.0.1:1 LIBRARY_URL=http://127.0.0.1:1 CATALOG_URL=http://127.0.0.1:1 \
    SOCIAL_URL=http://127.0.0.1:1 MEDIA_URL=http://127.0.0.1:1 \
    sh /start-up-check.sh
EXPOSE 8080 9090
HEALTHCHECK --interval=5s --timeout=10s --start-period=2m --retries=6 CMD ["bash", "/healthcheck.sh"]
# Modules and thousands of streams grow V8's young generation, which never shrinks; a quarter of its default size is enough.
ENTRYPOINT ["node", "--max-semi-space-size=4", "src/main.ts"]
