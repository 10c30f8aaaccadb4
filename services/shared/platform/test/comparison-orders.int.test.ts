import { createDatabase as createTestDatabase } from '@nightshelf/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { platformMigrations } from '../src/database/migrations/index.ts';
import { Work } from '../src/database/work.ts';
import type { Ask } from '../src/events/projections/ask.ts';
import { beginning, Comparison } from '../src/events/projections/comparison.ts';
import { contentHash } from '../src/events/projections/fingerprint.ts';
import type { Projection } from '../src/events/projections/projection.ts';
import type { Question } from '../src/events/projections/questions.ts';
import { createRegistry } from '../src/metrics/metrics.ts';
import { logger } from './fixtures/event-world.ts';

const projection = {
  view: { topic: 'catalog.games', name: 'of-the-test' },
  table: 'games',
  key: ['guid'],
  keyType: 'text',
  columns: 'null',
  kept: () => null,
} as unknown as Projection;

let world: Awaited<ReturnType<typeof createWorld>>;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

async function createWorld() {
  const { url, drop } = await createTestDatabase('orders');
  const orm = await createDatabase({
    url,
    pool: 2,
    entities: [],
    migrations: platformMigrations,
    logger,
    registry: createRegistry('orders'),
  });
  await migrate(orm, url, logger);
  const stop = async () => {
    await orm.close();
    await drop();
  };
  return { work: new Work(orm, 'test', () => undefined), stop };
}

/** An owner that sorts by code units, page by page. */
function askOf(names: readonly string[], size: number): Ask {
  const sorted = [...names].sort();
  const told = (name: string) => [name, 1, contentHash(null)] as const;
  const answers = {
    page: ({ after }: Extract<Question, { what: 'page' }>) => {
      const behind = sorted.filter((name) => after === null || name > after);
      const subjects = behind.slice(0, size).map(told);
      return {
        subjects,
        next: behind.length > size ? { part: 0, after: subjects.at(-1)?.[0] ?? null } : null,
        mark: '0',
      };
    },
    find: ({ subjects }: Extract<Question, { what: 'find' }>) => ({
      subjects: subjects.filter((name) => names.includes(name)).map(told),
    }),
    published: () => ({ published: true }),
  };
  return (async (question) => answers[question.what as keyof typeof answers](question as never)) as Ask;
}

test.each(['C', 'en-x-icu'])(
  'finds exactly the differences in whatever order both sides sort names (here %s)',
  async (collation) => {
    const letters = ['a', 'B', 'c', 'D', '-', '_', 'ä', '0', 'Z'];
    const names = letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => `${one}${two}${three}`)));
    const [missing, ghosts] = [
      ['a-B', 'ZZZ', '---'],
      ['a', 'zzzz', 'BBBB', '!'],
    ];
    await world.work.transaction(async ({ em }) => {
      await em.execute('drop table if exists games');
      await em.execute(`create table games (guid text collate "${collation}" primary key)`);
      await em.execute('insert into games select jsonb_array_elements_text(?::jsonb)', [
        JSON.stringify([...names.filter((name) => !missing.includes(name)), ...ghosts]),
      ]);
      await em.execute('delete from inbox_versions');
      await em.execute(
        `insert into inbox_versions (consumer, topic, subject, version)
       select 'test', 'catalog.games', jsonb_array_elements_text(?::jsonb), 1`,
        [JSON.stringify(names)],
      );
    });
    for (const size of [7, 100, 10_000]) {
      const { signal } = new AbortController();
      const comparison = new Comparison({
        projection,
        consumer: 'test',
        work: world.work,
        ask: askOf(names, size),
        lag: async () => 0,
        onStep: () => undefined,
        signal,
      });
      const found = new Set<string>();
      for await (const range of comparison.ranges(beginning)) {
        for (const { difference, subject } of range.found) found.add(`${difference} ${subject}`);
      }
      const expected = [...missing.map((name) => `missing ${name}`), ...ghosts.map((name) => `ghost ${name}`)];
      expect([...found].sort()).toEqual(expected.sort());
    }
  },
);
