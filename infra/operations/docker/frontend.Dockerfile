# The browser client alone on nginx, to serve static files apart from the gateway. It sends the same headers as
# the gateway and forwards /api to it.
#   docker build -f infra/operations/docker/frontend.Dockerfile -t nightshelf/frontend .
ARG NODE_IMAGE=node:26-bookworm-slim
ARG NGINX_IMAGE=nginxinc/nginx-unprivileged:stable-bookworm

FROM ${NODE_IMAGE} AS manifests
WORKDIR /source
COPY . .
RUN node infra/operations/docker/src/write-manifests.ts frontend build /manifests/frontend && cp .npmrc /manifests/frontend

FROM ${NODE_IMAGE} AS client
# The last stage has the bundled client only, so list its npm packages from here.
ARG BUILDKIT_SBOM_SCAN_STAGE=true
# Empty: npm's own registry.
ARG NPM_CONFIG_REGISTRY
WORKDIR /source
COPY --from=manifests /manifests/frontend ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --loglevel=error
COPY tsconfig.json ./
COPY services/shared/contracts services/shared/contracts
COPY frontend frontend
RUN npm run build --workspace=frontend
COPY infra/operations/docker/src infra/operations/docker/src
COPY gateway/src/client gateway/src/client
# nginx has no Brotli.
RUN node infra/operations/docker/src/write-nginx-template.ts > nginx.template && find frontend/dist -name '*.br' -delete

FROM ${NGINX_IMAGE}
# GATEWAY_URL receives /api. PUBLIC_ORIGIN and IMAGE_ORIGINS: as for the gateway.
ENV OPERATIONS_PORT=9090 GATEWAY_URL=http://gateway:8080 PUBLIC_ORIGIN=http://localhost:8080 IMAGE_ORIGINS=""
COPY infra/operations/docker/src/healthcheck.sh /
COPY --from=client /source/nginx.template /etc/nginx/templates/default.conf.template
COPY --from=client /source/frontend/dist /usr/share/nginx/html
USER 101:101
EXPOSE 8080 9090
HEALTHCHECK --interval=5s --timeout=10s --start-period=2m --retries=6 CMD ["bash", "/healthcheck.sh"]
