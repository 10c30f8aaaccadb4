import type { ServiceName } from '@nightshelf/local';
import { query } from '../stage/databases.ts';
import type { Stage } from '../stage/stage.ts';

interface Comparison {
  readonly what: string;
  /** The owner's state, and a copy of it: one text for each row. */
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
    what: "library's word on who counts",
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

export interface Difference {
  readonly what: string;
  /** Rows that the owner has and the copy has not. */
  readonly missing: readonly string[];
  /** Rows that only the copy has. */
  readonly extra: readonly string[];
}

/** What copies hold that differs from what their owners hold, with nobody writing. */
export async function checkProjections(stage: Stage): Promise<Difference[]> {
  const differences = await Promise.all(
    comparisons.map(async ({ what, owner, copy }) => {
      const [theirs, ours] = await Promise.all([rowsOf(stage, ...owner), rowsOf(stage, ...copy)]);
      const missing = [...theirs].filter((row) => !ours.has(row));
      const extra = [...ours].filter((row) => !theirs.has(row));
      return { what, missing, extra };
    }),
  );
  return differences.filter(({ missing, extra }) => missing.length + extra.length > 0);
}

async function rowsOf(stage: Stage, service: ServiceName, sql: string): Promise<Set<string>> {
  return new Set((await query<{ row: string }>(stage, service, sql)).map(({ row }) => row));
}
