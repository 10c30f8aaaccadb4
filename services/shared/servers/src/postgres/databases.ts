import pg from 'pg';

/** Extensions of every service's database, which only the superuser may always create. */
export const extensions = ['pg_trgm', 'unaccent', 'citext'] as const;

/** Calls `act` with a connection of its own. */
export async function withConnection(url: string, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // Without a listener a server that stops between two queries would end this process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

/** @param adminUrl of the superuser, on the database to extend */
export const createExtensions = (adminUrl: string) =>
  withConnection(adminUrl, (client) =>
    client.query(extensions.map((name) => `create extension if not exists ${name};`).join(' ')),
  );

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
