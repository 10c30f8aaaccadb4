import pg from 'pg';

/** Extensions of every service's database, which only the superuser may always create. */
export const extensions = ['pg_trgm', 'unaccent', 'citext'] as const;

/** @param adminUrl of the superuser, on the database to extend */
export async function createExtensions(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(extensions.map((name) => `create extension if not exists ${name};`).join(' '));
  } finally {
    await client.end();
  }
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
