import type { Journal } from '../gamers/history.ts';
import type { Stage } from '../stage/stage.ts';
import { checkEntry } from './check-entry.ts';
import type { Problem } from './problem.ts';

interface EntryRow {
  readonly id: string;
  readonly user_id: string;
  readonly guid: string;
  readonly version: number;
  readonly status: string;
  readonly rating: number | null;
  readonly hours_played: string | null;
  readonly platform_id: number | null;
}

/** Compares the journal with the owners' databases. Call it while no gamer writes. */
export async function checkData(stage: Stage, journal: Journal): Promise<Problem[]> {
  return [...(await checkEntries(stage, journal)), ...(await checkFollows(stage, journal)), ...checkResponses(journal)];
}

async function checkEntries(stage: Stage, journal: Journal): Promise<Problem[]> {
  const rows = await stage.query<EntryRow>(
    'library',
    'select id, user_id, guid, version, status, rating, hours_played, platform_id from entries',
  );
  const at = performance.now();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const problems = [...journal.entries.values()].flatMap((history) => {
    const row = stored.get(history.entryId);
    const hours = row?.hours_played ?? null;
    return checkEntry(history, row ? { ...row, hours_played: hours === null ? null : Number(hours) } : null, at);
  });
  const unknown = rows.filter(({ id }) => !journal.entries.has(id));
  return [
    ...problems,
    ...unknown.map(({ id, guid, user_id }) => ({
      check: 'doubled' as const,
      about: id,
      message: `no response names this entry of ${guid} in the vault of ${user_id}`,
    })),
  ];
}

async function checkFollows(stage: Stage, { follows }: Journal): Promise<Problem[]> {
  const rows = await stage.query<{ follower_id: string; followee_id: string; active: boolean; version: number }>(
    'social',
    'select follower_id, followee_id, active, version from follows',
  );
  return follows.flatMap(({ followerId, followeeId, turns, active, open }): Problem[] => {
    const about = `${followerId} follows ${followeeId}`;
    const row = rows.find((each) => each.follower_id === followerId && each.followee_id === followeeId);
    const version = row?.version ?? 0;
    const message = `${turns} changes made version ${version}`;
    if (version > turns) return [{ check: 'doubled', about, message }];
    if (version < turns - (open ? 1 : 0)) return [{ check: 'lost', about, message }];
    const isWrong = !open && (row?.active ?? false) !== active;
    return isWrong ? [{ check: 'older over newer', about, message: `stored as ${row?.active}` }] : [];
  });
}

const checkResponses = ({ stepsBack, wrongRefusals, oddResponses }: Journal): Problem[] => [
  ...stepsBack.map(({ entryId, before, after }) => ({
    check: 'older over newer' as const,
    about: entryId,
    message: `a visitor saw version ${before} and later version ${after}`,
  })),
  ...wrongRefusals.map(({ intent: { kind, status, code, before, key }, entryId }) => ({
    check: 'wrong refusal' as const,
    about: entryId,
    message: `${kind} returned ${status} ${code} after ${before.join(', ') || 'no earlier attempt'} (key ${key})`,
  })),
  ...oddResponses.map(({ path, status, body }) => ({
    check: 'odd response' as const,
    about: path,
    message: `${status} ${JSON.stringify(body)?.slice(0, 200)}`,
  })),
];
