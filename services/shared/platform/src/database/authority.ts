import { readFileSync } from 'node:fs';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';

let lastRead: string | undefined;

/**
 * Who vouches for PostgreSQL: the certificates in the file that `PGSSLROOTCERT` names, as libpq calls it. It is read for every new
 * connection, since authorities are renewed while processes run (CloudNativePG does so every 83 days), and Node reads its own once.
 * @param host tells the name or address that the server's certificate has to be for. Of an address node-postgres does not tell TLS,
 *   which would have a certificate for `localhost` do.
 * @returns what a connection is to have as `ssl`; undefined where no file is named
 * @throws when the file cannot be read, and never could
 */
export function postgresAuthority(host: () => string) {
  const file = process.env.PGSSLROOTCERT;
  if (!file) return undefined;
  try {
    lastRead = readFileSync(file, 'utf8');
  } catch (error) {
    // While a file is replaced it may not be there.
    if (lastRead === undefined) throw error;
  }
  return {
    ca: lastRead,
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host(), certificate),
  };
}
