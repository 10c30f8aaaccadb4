import type { Ledger, Problem } from '../gamers/ledger.ts';
import type { Stage } from '../stage/stage.ts';

interface EntryRow {
  readonly id: string;
  readonly user_id: string;
  readonly guid: string;
  readonly version: number;
  readonly status: string;
  readonly rating: number | null;
  readonly hours_played: number | null;
  readonly platform_id: number | null;
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
