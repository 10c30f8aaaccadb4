import type { Journal } from '../gamers/journal.ts';
import { query } from '../stage/databases.ts';
import type { Stage } from '../stage/stage.ts';
import { checkEntry } from './check-entry.ts';
import type { Verdict } from './verdict.ts';

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

/** Everything that was acknowledged is there, once, and nothing older than that. To be asked with nobody writing. */
export async function checkData(stage: Stage, journal: Journal): Promise<Verdict[]> {
  return [...(await checkEntries(stage, journal)), ...(await checkFollows(stage, journal)), ...checkAnswers(journal)];
}

async function checkEntries(stage: Stage, journal: Journal): Promise<Verdict[]> {
  const rows = await query<EntryRow>(
    stage,
    'library',
    'select id, user_id, guid, version, status, rating, hours_played, platform_id from entries',
  );
  const at = performance.now();
  const stored = new Map(rows.map((row) => [row.id, row]));
  const verdicts = [...journal.entries.values()].flatMap((history) => {
    const row = stored.get(history.entryId);
    const hours = row?.hours_played ?? null;
    return checkEntry(history, row ? { ...row, hours_played: hours === null ? null : Number(hours) } : null, at);
  });
  const strangers = rows.filter(({ id }) => !journal.entries.has(id));
  return [
    ...verdicts,
    ...strangers.map(({ id, guid, user_id }) => ({
      kind: 'doubled' as const,
      about: id,
      says: `an entry of ${guid} in the vault of ${user_id} that no addition has answered with`,
    })),
  ];
}

async function checkFollows(stage: Stage, { follows }: Journal): Promise<Verdict[]> {
  const rows = await query<{ follower_id: string; followee_id: string; active: boolean; version: number }>(
    stage,
    'social',
    'select follower_id, followee_id, active, version from follows',
  );
  return follows.flatMap(({ followerId, followeeId, turns, active, open }): Verdict[] => {
    const about = `${followerId} follows ${followeeId}`;
    const row = rows.find((each) => each.follower_id === followerId && each.followee_id === followeeId);
    const version = row?.version ?? 0;
    if (version > turns) return [{ kind: 'doubled', about, says: `${turns} turns made version ${version}` }];
    if (version < turns - (open ? 1 : 0)) {
      return [{ kind: 'lost', about, says: `${turns} turns made version ${version}` }];
    }
    const wrong = !open && (row?.active ?? false) !== active;
    return wrong ? [{ kind: 'older over newer', about, says: `it is ${row?.active}` }] : [];
  });
}

function checkAnswers({ stepsBack, wrongRefusals }: Journal): Verdict[] {
  return [
    ...stepsBack.map(({ entryId, before, after }) => ({
      kind: 'older over newer' as const,
      about: entryId,
      says: `a visitor saw version ${before} and later version ${after}`,
    })),
    ...wrongRefusals.map(({ intent, entryId }) => ({
      kind: 'wrong refusal' as const,
      about: entryId,
      says: `${intent.kind} answered ${intent.status} ${intent.code} after ${intent.before.join(', ') || 'nothing'} (key ${intent.key})`,
    })),
  ];
}
