import { readFileSync } from 'node:fs';
import { clientPolicy, inlineScriptHashes } from '../../../../gateway/src/client/content-security-policy.ts';
import { fixedHeaders, strictTransport } from '../../../../services/shared/contracts/src/headers.ts';

/**
 * Generates the nginx configuration of the built client, with the gateway's headers, caching and 404s.
 * @param html the built index.html, whose inline scripts the policy allows
 * @returns a template; the image inserts GATEWAY_URL, PUBLIC_ORIGIN and IMAGE_ORIGINS when it starts
 */
function nginxTemplate(html: string): string {
  const headers = [
    ...pairs(fixedHeaders),
    ['content-security-policy', clientPolicy(inlineScriptHashes(html), [placeholder('IMAGE_ORIGINS')])] as const,
  ].map(([name, value]) => `add_header ${name} "${value}" always;`);
  const headersWith = (caching: string) =>
    [`add_header cache-control "${caching}";`, ...headers, 'add_header strict-transport-security $transport always;']
      .map((line) => `    ${line}`)
      .join('\n');
  return `# An empty header is not sent.
map "${placeholder('PUBLIC_ORIGIN')}" $transport {
  default "";
  "~^https:" "${strictTransport}";
}
# An edge in front may speak HTTPS where this speaks plain HTTP.
map "${placeholder('PUBLIC_ORIGIN')}" $public_scheme {
  default http;
  "~^https:" https;
}
# Pages that the client routes have no file extension, or browsers request them as pages.
map "$uri $http_accept" $fallback {
  default /none;
  "~^/assets/" /none;
  "~^[^ ]*\\.[A-Za-z0-9]+ .*text/html" /index.html;
  "~^[^ ]*\\.[A-Za-z0-9]+ " /none;
  "~^[^ ]* " /index.html;
}
server {
  listen 9090;
  access_log off;
  location = /healthz { return 200; }
  location / { return 404; }
}
server {
  listen 8080;
  root /usr/share/nginx/html;
  server_tokens off;
  absolute_redirect off;
  gzip_static on;
  gzip_vary on;
  charset utf-8;
  charset_types text/html text/css text/plain text/javascript application/javascript image/svg+xml;
  location /api {
    proxy_pass ${placeholder('GATEWAY_URL')};
    proxy_http_version 1.1;
    proxy_buffering off;
    proxy_read_timeout 200s;
    # The gateway counts the body itself.
    client_max_body_size 0;
    proxy_request_buffering off;
    proxy_set_header Host $http_host;
    proxy_set_header Connection "";
    # The gateway believes these of nginx, so none is left to the caller but what stands before the last address.
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $public_scheme;
    proxy_set_header X-Forwarded-Host $http_host;
  }
  location /assets/ {
    try_files $uri =404;
${headersWith('public, max-age=31536000, immutable')}
  }
  location = /none {
    internal;
    return 404;
  }
  location / {
    try_files $uri $fallback;
${headersWith('no-cache')}
  }
}
`;
}

/** Replaced by envsubst. */
const placeholder = (name: string) => `\${${name}}`;

function pairs(list: readonly string[]): (readonly [string, string])[] {
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : []));
}

process.stdout.write(nginxTemplate(readFileSync('frontend/dist/index.html', 'utf8')));
