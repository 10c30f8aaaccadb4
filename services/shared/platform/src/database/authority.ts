import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { readAuthority } from '../config/authority.ts';

/**
 * Who vouches for PostgreSQL: the certificates in the file that `PGSSLROOTCERT` names, as libpq calls it. CloudNativePG renews them
 * every 83 days.
 * @param host tells the name or address that the server's certificate has to be for. Of an address node-postgres does not tell TLS,
 *   which would have a certificate for `localhost` do.
 * @returns what a connection is to have as `ssl`; undefined where no file is named
 * @throws when the file cannot be read, and never could
 */
export function postgresAuthority(host: () => string) {
  const file = process.env.PGSSLROOTCERT;
  if (!file) return undefined;
  return {
    ca: readAuthority(file),
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host(), certificate),
  };
}
