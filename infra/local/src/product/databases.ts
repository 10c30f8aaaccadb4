import pg from 'pg';
import type { ServiceName } from './topology.ts';

/** What every service's database has; only the superuser may always create them. */
export const extensions = ['pg_trgm', 'unaccent', 'citext'] as const;

export interface DatabaseOptions {
  readonly services: readonly ServiceName[];
  readonly adminUrl: string;
  readonly passwordOf: (service: ServiceName) => string;
}

/** Makes sure that each service has a role and a database that only this role (and the superuser) may enter. */
export async function ensureDatabases({ services, adminUrl, passwordOf }: DatabaseOptions): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query('revoke connect on database postgres from public');
    for (const service of services) {
      const role = admin.escapeIdentifier(service);
      const { rowCount: hasRole } = await admin.query('select from pg_roles where rolname = $1', [service]);
      await admin.query(
        `${hasRole ? 'alter' : 'create'} role ${role} login password ${admin.escapeLiteral(passwordOf(service))}`,
      );
      const { rowCount: exists } = await admin.query('select from pg_database where datname = $1', [service]);
      if (exists) continue;
      await admin.query(`create database ${role} owner ${role}`);
      await admin.query(`revoke connect, temporary on database ${role} from public`);
    }
  } finally {
    await admin.end();
  }
  await Promise.all(services.map((service) => createExtensions(databaseUrl(adminUrl, service))));
}

/** @param adminUrl of the superuser, on the database that is to have the extensions */
export async function createExtensions(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(extensions.map((name) => `create extension if not exists ${name};`).join(' '));
  } finally {
    await client.end();
  }
}

/** The address of another database of the same server, as `user` when one is given. */
export function databaseUrl(adminUrl: string, database: string, user?: { name: string; password: string }): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (user) {
    url.username = user.name;
    url.password = user.password;
  }
  return url.href;
}
