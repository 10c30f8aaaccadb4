/**
 * Prints the nginx configuration of the built client: nginx.template with the gateway's headers, caching and content
 * security policy, which allows the inline scripts of the built index.html.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientPolicy, inlineScriptHashes } from '../../../../gateway/src/client/content-security-policy.ts';
import { fixedHeaders, strictTransport } from '../../../../services/shared/contracts/src/headers.ts';

const scripts = inlineScriptHashes(readFileSync('frontend/dist/index.html', 'utf8'));
// Names and values in turn.
const security = [...fixedHeaders, 'content-security-policy', clientPolicy(scripts, [`\${IMAGE_ORIGINS}`])];
const headersWith = (caching: string) =>
  [
    `add_header cache-control "${caching}";`,
    ...security.flatMap((name, at) => (at % 2 === 0 ? [`add_header ${name} "${security[at + 1]}" always;`] : [])),
    'add_header strict-transport-security $transport always;',
  ].join('\n    ');

const template = readFileSync(join(import.meta.dirname, 'nginx.template'), 'utf8');
process.stdout.write(
  template
    .replace('{strict-transport}', () => strictTransport)
    .replaceAll(/\{headers: (.+)\}/g, (_, caching: string) => headersWith(caching)),
);
