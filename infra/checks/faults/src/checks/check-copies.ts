import type { ServiceName } from '@nightshelf/local';
import type { Problem } from '../gamers/ledger.ts';
import type { Stage } from '../stage/stage.ts';

interface Comparison {
  readonly what: string;
  /** Queries that return one text for each row. */
  readonly owner: readonly [ServiceName, string];
  readonly copy: readonly [ServiceName, string];
}

const entry = (id: string) =>
  `select concat_ws(' ', ${id}, version, user_id, guid, status, rating, hours_played, platform_id, platform_not_listed,
     is_shared, extract(epoch from date_added)) as row from entries`;

const user = `select concat_ws(' ', id, username, first_name, last_name, extract(epoch from created_at), is_active, privacy)
  as row from users`;

const comparisons: readonly Comparison[] = [
  { what: "social's libraries", owner: ['library', entry('id')], copy: ['social', entry('entry_id')] },
  {
    what: "catalog's entries in vaults",
    owner: ['library', `select concat_ws(' ', id, guid) as row from entries`],
    copy: ['catalog', `select concat_ws(' ', entry_id, guid) as row from vault_entries`],
  },
  {
    what: "catalog's popularity",
    owner: ['library', `select concat_ws(' ', guid, count(*)) as row from entries group by guid`],
    copy: ['catalog', `select concat_ws(' ', guid, vaults) as row from popularity`],
  },
  { what: "social's directory", owner: ['auth', user], copy: ['social', user] },
  {
    what: "library's public users",
    owner: ['auth', `select concat_ws(' ', id, is_active and privacy = 'public') as row from users`],
    copy: ['library', `select concat_ws(' ', id, is_public) as row from users`],
  },
  {
    what: "auth's follows",
    owner: ['social', `select concat_ws(' ', follower_id, followee_id) as row from follows where active`],
    copy: ['auth', `select concat_ws(' ', follower_id, followee_id) as row from follows`],
  },
  {
    what: "social's counts of follows",
    owner: [
      'social',
      `select concat_ws(' ', user_id, sum(follower), sum(following)) as row from (
         select followee_id as user_id, 1 as follower, 0 as following from follows where active
         union all select follower_id, 0, 1 from follows where active) each_side group by user_id`,
    ],
    copy: [
      'social',
      `select concat_ws(' ', user_id, followers, following) as row from follow_counts where followers + following > 0`,
    ],
  },
  ...(['library', 'social'] as const).map((service) => ({
    what: `${service}'s games`,
    owner: ['catalog', `select concat_ws(' ', guid, data ->> 'name') as row from games`] as const,
    copy: [service, `select concat_ws(' ', guid, summary::json ->> 'name') as row from games`] as const,
  })),
];

/** Compares all copies with their owners, row by row. Call it while no gamer writes. */
export async function checkCopies(stage: Stage): Promise<Problem[]> {
  const problems = await Promise.all(
    comparisons.map(async ({ what, owner, copy }) => {
      const [owned, copied] = await Promise.all([rowsOf(stage, ...owner), rowsOf(stage, ...copy)]);
      const problem = (message: string): Problem => ({ check: 'copy', about: what, message });
      return [
        ...[...owned.difference(copied)].map((row) => problem(`misses ${row}`)),
        ...[...copied.difference(owned)].map((row) => problem(`has ${row}, its owner does not`)),
      ];
    }),
  );
  return problems.flat();
}

async function rowsOf(stage: Stage, service: ServiceName, sql: string): Promise<Set<string>> {
  return new Set((await stage.query<{ row: string }>(service, sql)).map(({ row }) => row));
}
