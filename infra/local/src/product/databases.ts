import { createExtensions, databaseUrl } from '@nightshelf/servers';
import { withDatabase } from '@nightshelf/servers/postgres/databases.ts';
import type { ServiceName } from './topology.ts';

export interface DatabaseOptions {
  readonly services: readonly ServiceName[];
  readonly adminUrl: string;
  readonly passwordOf: (service: ServiceName) => string;
}

/** Gives each service a role and a database that only this role and the superuser can access. */
export async function ensureDatabases({ services, adminUrl, passwordOf }: DatabaseOptions): Promise<void> {
  await withDatabase(adminUrl, async (admin) => {
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
  });
  await Promise.all(services.map((service) => createExtensions(databaseUrl(adminUrl, service))));
}
