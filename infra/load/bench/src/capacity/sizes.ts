import type { Databases } from './crowd.ts';

/** What a row costs with all its indexes, by what it is; bytes. */
export interface Size {
  readonly what: string;
  readonly rows: number;
  readonly bytes: number;
}

const tables: readonly (readonly [string, keyof Databases, string])[] = [
  ['bytes.library.entry', 'library', 'entries'],
  ['bytes.library.history', 'library', 'entry_history'],
  ['library.users', 'library', 'users'],
  ['library.libraries', 'library', 'libraries'],
  ['catalog.vault_entries', 'catalog', 'vault_entries'],
  ['catalog.inbox_versions', 'catalog', 'inbox_versions'],
  ['catalog.games', 'catalog', 'games'],
  ['catalog.search_words', 'catalog', 'search_words'],
  ['catalog.popularity', 'catalog', 'popularity'],
  ['social.entries', 'social', 'entries'],
  ['social.inbox_versions', 'social', 'inbox_versions'],
  ['bytes.social.deed', 'social', 'deeds'],
  ['social.users', 'social', 'users'],
  ['social.follows', 'social', 'follows'],
  ['social.follow_counts', 'social', 'follow_counts'],
  ['social.library_versions', 'social', 'library_versions'],
  ['bytes.auth.user', 'auth', 'users'],
  ['bytes.library.outbox', 'library', 'outbox'],
  ['bytes.inbox.event', 'social', 'inbox_events'],
];

/** Of tables with their parts, indexes and what is stored beside them; rows as they were counted last. */
export async function sizesOf(databases: Databases): Promise<Size[]> {
  const sizes: Size[] = [];
  for (const [what, database, table] of tables) {
    const { rows } = await databases[database].query<{ rows: string; bytes: string }>(
      `select (select count(*) from ${table}) as rows,
         coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree('${table}') where isleaf),
           pg_total_relation_size('${table}')) as bytes`,
    );
    const [found] = rows;
    sizes.push({ what, rows: Number(found?.rows), bytes: Number(found?.bytes) });
  }
  return sizes;
}
