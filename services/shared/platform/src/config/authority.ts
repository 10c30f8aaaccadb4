import { readFileSync } from 'node:fs';

const lastRead = new Map<string, string>();

/**
 * The certificates of those who vouch for a server, in PEM. Called for every new connection, since authorities are renewed while
 * processes run, and Node reads its own once.
 * @throws when the file cannot be read, and never could
 */
export function readAuthority(file: string): string {
  try {
    const certificates = readFileSync(file, 'utf8');
    lastRead.set(file, certificates);
    return certificates;
  } catch (error) {
    // While a file is replaced it may not be there.
    const before = lastRead.get(file);
    if (before === undefined) throw error;
    return before;
  }
}

/**
 * What a client that copies its options for each connection is to have as options of TLS: it asks for the authority anew each time.
 * @param file Node's own authorities where absent
 */
export const vouchedFor = (file: string | undefined): { readonly ca?: string } =>
  file === undefined
    ? {}
    : {
        get ca() {
          return readAuthority(file);
        },
      };
