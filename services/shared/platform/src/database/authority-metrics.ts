import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';

/**
 * Reports when the PostgreSQL CA expires, read from its file at each scrape: CloudNativePG, which renews it, exports no
 * such metric.
 * @param file that PGSSLROOTCERT names; without one nothing is reported
 */
export function measureAuthority(registry: Registry, file: string | undefined): void {
  if (!file) return;
  const gauge = new Gauge({
    name: 'database_authority_expires_timestamp_seconds',
    help: 'When the last of the authorities that vouch for the database ends',
    registers: [registry],
    collect() {
      const ends = endOf(file);
      if (ends !== null) this.set(ends);
    },
  });
  gauge.remove();
}

/** @returns seconds since 1970; null while the file is being replaced */
function endOf(file: string): number | null {
  try {
    const certificates =
      readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    const ends = certificates.map((text) => Date.parse(new X509Certificate(text).validTo) / 1000);
    return ends.length > 0 ? Math.max(...ends) : null;
  } catch {
    return null;
  }
}
