import { join } from 'node:path';

/** Variables that a child process inherits; it sees nothing else of this process's environment. */
const passedOn = /^(PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|OTEL_\w+)$/;

/**
 * Returns the complete environment of one of the product's Node processes.
 * @param root folder of the checkout, which caches compiled code for a faster next start
 */
export function childEnvironment(root: string, own: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => passedOn.test(entry[0]) && entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    ...own,
  };
}
