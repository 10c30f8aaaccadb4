import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@nightshelf/local/product/topology.ts';
import { services } from '@nightshelf/local/product/topology.ts';
import type { Ledger, Problem, Seen } from './gamers/ledger.ts';
import type { Stage } from './stage/stage.ts';

interface EntryRow extends Seen {
  readonly id: string;
  readonly user_id: string;
  readonly guid: string;
}

/** Compares the acknowledged writes with the owners' databases. Call it while no gamer writes. */
export async function checkData(stage: Stage, ledger: Ledger): Promise<Problem[]> {
  return [
    ...ledger.problems,
    ...checkShown(ledger),
    ...(await checkEntries(stage, ledger)),
    ...(await checkFollows(stage, ledger)),
  ];
}

/** No two writes have the same hours, so that they identify the version that a visitor saw. */
export function checkShown({ entries, shown }: Pick<Ledger, 'entries' | 'shown'>): Problem[] {
  return [...shown].flatMap(([id, hours]): Problem[] => {
    const writes = [...(entries.get(id)?.writes ?? [])];
    const versions = hours.flatMap((each) => writes.find(([, { hours_played }]) => hours_played === each)?.[0] ?? []);
    const at = versions.findIndex((version, index) => version < (versions[index - 1] ?? 0));
    const message = `a visitor saw version ${versions[at]} after version ${versions[at - 1]}`;
    return at < 0 ? [] : [{ check: 'older over newer', about: id, message }];
  });
}

async function checkEntries(stage: Stage, { entries }: Ledger): Promise<Problem[]> {
  const rows = await stage.query<EntryRow>(
    'library',
    'select id, user_id, guid, version, status, rating, hours_played::float as hours_played, platform_id from entries',
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const unknown = rows.filter(({ id }) => !entries.has(id));
  return [
    ...[...entries.values()].flatMap((entry) => entry.compare(stored.get(entry.id) ?? null)),
    ...unknown.map(({ id, guid, user_id }) => ({
      check: 'doubled' as const,
      about: id,
      message: `no response names this entry of ${guid} in the vault of ${user_id}`,
    })),
  ];
}

/** A follow takes a version for each change, and is active after an odd number of them. */
async function checkFollows(stage: Stage, { follows }: Ledger): Promise<Problem[]> {
  const rows = await stage.query<{ follower_id: string; followee_id: string; active: boolean; version: number }>(
    'social',
    'select follower_id, followee_id, active, version from follows',
  );
  return follows.flatMap(({ followerId, followeeId, turns }): Problem[] => {
    const row = rows.find((each) => each.follower_id === followerId && each.followee_id === followeeId);
    const { version, active } = row ?? { version: 0, active: false };
    if (version === turns && active === (turns % 2 === 1)) return [];
    const message = `${turns} changes made version ${version}, ${active ? '' : 'not '}active`;
    return [{ check: version > turns ? 'doubled' : 'lost', about: `${followerId} follows ${followeeId}`, message }];
  });
}

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

/**
 * Finds unpublished events, dead letters and connections that still work although no gamer acts.
 * @param usual result of `busyConnections` before the first fault
 */
export async function checkStuck(stage: Stage, usual: ReadonlyMap<string, number>): Promise<Problem[]> {
  const problem = (about: string, message: string): Problem => ({ check: 'stuck', about, message });
  const problems = services.map(async (service) => {
    const outbox = await stage.query<{ topic: string; count: number }>(
      service,
      'select topic, count(*)::int as count from outbox where published_at is null group by topic',
    );
    const letters = await stage.query<{ topic: string; event_id: string; reason: string; error: string }>(
      service,
      'select topic, event_id, reason, error from dead_letters where replayed_at is null',
    );
    return [
      ...outbox.map(({ topic, count }) => problem(service, `${count} events of ${topic} are not published`)),
      ...letters.map(({ topic, event_id, reason, error }) =>
        problem(service, `dead letter ${event_id} of ${topic} (${reason}): ${error}`),
      ),
    ];
  });
  const busy = [...(await stayingBusy(stage, usual))].map(([id, count]) =>
    problem(id, `${count} database connections stay busy`),
  );
  return [...(await Promise.all(problems)).flat(), ...busy];
}

/** Returns the replicas with more busy connections than usual at each of ten looks, one a second. */
async function stayingBusy(stage: Stage, usual: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const tooMany = async () =>
    new Map([...(await busyConnections(stage))].filter(([id, count]) => count > (usual.get(id) ?? 0) + 1));
  let busy = await tooMany();
  for (let looks = 1; looks < 10 && busy.size > 0; looks += 1) {
    await pause(1000);
    const now = await tooMany();
    busy = new Map([...busy].filter(([id]) => now.has(id)));
  }
  return busy;
}

/** Database connections in use, by replica. @throws when a replica does not respond */
export async function busyConnections(stage: Stage): Promise<Map<string, number>> {
  const replicas = stage.replicas.filter(({ id }) => !id.startsWith('gateway'));
  const counts = replicas.map(async ({ id, operationsUrl }) => {
    const metrics = await (await fetch(`${operationsUrl}/metrics`, { signal: AbortSignal.timeout(3000) })).text();
    const busy = /^database_pool_connections\{[^}]*state="busy"[^}]*\} (\d+)/m.exec(metrics)?.[1];
    return [id, Number(busy)] as const;
  });
  return new Map(await Promise.all(counts));
}
