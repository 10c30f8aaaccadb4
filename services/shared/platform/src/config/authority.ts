import { readFileSync } from 'node:fs';

const lastRead = new Map<string, string>();

/**
 * Returns the CA certificates of a server in PEM. Called for each new connection, because certificates are renewed
 * while processes run and Node reads its own only once.
 * @throws when the file has never been readable
 */
export function readAuthority(file: string): string {
  try {
    const certificates = readFileSync(file, 'utf8');
    lastRead.set(file, certificates);
    return certificates;
  } catch (error) {
    // The file may be missing for a moment while it is replaced.
    const before = lastRead.get(file);
    if (before === undefined) throw error;
    return before;
  }
}

/**
 * TLS options for clients that copy their options for each connection; the getter reads the CA file again each time.
 * @param file Node's own authorities when absent
 */
export const vouchedFor = (file: string | undefined): { readonly ca?: string } =>
  file === undefined
    ? {}
    : {
        get ca() {
          return readAuthority(file);
        },
      };
