import { join } from 'node:path';

/** What a child may see of this process's environment; anything else in it is none of its business. */
const passedOn = /^(PATH|HOME|LANG|LC_\w+|TZ|TMPDIR|SSL_CERT_\w+|NODE_EXTRA_CA_CERTS|OTEL_\w+)$/;

/**
 * The whole environment of a Node process of the product.
 * @param root folder of the checkout, which keeps compiled code so that the next start is quicker
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
