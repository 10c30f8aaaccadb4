import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { readAuthority } from '../config/authority.ts';

/**
 * TLS options from the file that `PGSSLROOTCERT` (libpq's name) names; CloudNativePG renews it every 83 days.
 * @param host returns the name that the server's certificate must match. node-postgres gives TLS no name for an IP
 * address, which would then accept a certificate for `localhost`.
 * @returns the connection's `ssl` option; undefined when no file is named
 * @throws when the file has never been readable
 */
export function postgresAuthority(host: () => string) {
  const file = process.env.PGSSLROOTCERT;
  if (!file) return undefined;
  return {
    ca: readAuthority(file),
    checkServerIdentity: (_name: string, certificate: PeerCertificate) => checkServerIdentity(host(), certificate),
  };
}
