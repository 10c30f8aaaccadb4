import type { ServiceName } from '@nightshelf/local';
import { databaseUrl } from '@nightshelf/servers';
import pg from 'pg';
import type { Stage } from './stage.ts';

/** Asks a service's database past the wires, as the superuser. */
export async function query<Row extends pg.QueryResultRow>(
  stage: Stage,
  service: ServiceName,
  sql: string,
  params: unknown[] = [],
): Promise<Row[]> {
  const connectionString = databaseUrl(stage.servers.postgres.adminUrl, service);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 30_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, params)).rows;
  } finally {
    await client.end();
  }
}
