import pg from 'pg';

/** Extensions of every service's database, which only the superuser may always create. */
export const extensions = ['pg_trgm', 'unaccent', 'citext'] as const;

/** Connects to a database, and closes the connection after `act`. @param database its address, or settings of pg */
export async function withDatabase<Result>(
  database: string | pg.ClientConfig,
  act: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(database);
  // A lost connection also fails the statement that uses it.
  client.on('error', () => {});
  try {
    await client.connect();
    return await act(client);
  } finally {
    await client.end();
  }
}

/** @param adminUrl of the superuser, on the database to extend */
export async function createExtensions(adminUrl: string): Promise<void> {
  const sql = extensions.map((name) => `create extension if not exists ${name};`).join(' ');
  await withDatabase(adminUrl, (client) => client.query(sql));
}

/** Returns the address of another database of the same server, as `user` when given. */
export function databaseUrl(adminUrl: string, database: string, user?: { name: string; password: string }): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (user) {
    url.username = user.name;
    url.password = user.password;
  }
  return url.href;
}
