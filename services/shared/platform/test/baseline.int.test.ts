import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createDatabase } from '@nightshelf/testing';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

/** Everything that PostgreSQL knows about the tables, one fact per line. */
const schema = `select string_agg(line, E'\\n' order by line collate "C") as schema from (
  select format('column %s.%s %s %s %s %s %s', attrelid::regclass, attname, attnum, format_type(atttypid, atttypmod),
    attnotnull, attidentity, pg_get_expr(adbin, adrelid)) as line
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum join pg_class c on c.oid = attrelid
  where relnamespace = 'public'::regnamespace and attnum > 0 and relkind in ('r', 'p', 'v', 'S')
  union all select format('class %s %s %s %s', relname, relkind, relpersistence, reloptions)
  from pg_class where relnamespace = 'public'::regnamespace
  union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all select pg_get_indexdef(indexrelid)
  from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select viewname || definition from pg_views where schemaname = 'public'
  union all select pg_get_statisticsobjdef(oid) from pg_statistic_ext
  union all select regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g') from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind = 'f'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
) lines where line !~ 'entry_history_\\d'`;

/** The schemas that the migrations of commit 8092127c created. */
test.each([
  ['auth', 'b97ea9758fc81900ef96d69f63c6f038'],
  ['catalog', '4c9eec4feae73171157695bc131ec3c0'],
  ['library', 'a5687dd1b6faf80f15edeca4432f67d5'],
  ['media', '42b37f0a3c21b93aff95b39745255630'],
  ['social', '12c9ff89f4a1401cee81c2605470a8c5'],
])('the baseline creates the %s schema of commit 8092127c', async (service, expected) => {
  const database = await createDatabase('baseline');
  const client = new pg.Client({ connectionString: database.url });
  onTestFinished(() => client.end());
  await client.connect();
  for (const path of ['../src/database', `../../../${service}/src`])
    await client.query(readFileSync(new URL(`${path}/migrations/baseline.sql`, import.meta.url), 'utf8'));
  const { rows } = await client.query<{ schema: string }>(schema);
  expect(
    createHash('sha256')
      .update(rows[0]?.schema ?? '')
      .digest('hex')
      .slice(0, 32),
  ).toBe(expected);
});
