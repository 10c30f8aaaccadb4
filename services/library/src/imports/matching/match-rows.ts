import type { CandidateRow, GameCandidate, RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import type { ImportedFields } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { type Match, matchOf } from './match.ts';

/** A row's match; `isAsked` is false while the providers still have to be asked. */
export interface RowMatch extends Match {
  readonly isAsked: boolean;
}

/** Returns the catalog query for a row. */
export const candidateRow = ({ title, year, guid }: ImportedFields): CandidateRow => ({
  title,
  year: year !== null && year >= 1950 && year <= 2100 ? year : null,
  id: guid,
});

/** Matches rows by the catalog's candidates, the user's earlier choices and the user's own games. */
export async function matchRows(
  em: EntityManager,
  userId: string,
  rows: readonly ImportedFields[],
  candidates: readonly RowCandidates[],
): Promise<RowMatch[]> {
  const said = await saidBefore(em, userId, rows, candidates);
  return rows.map((given, at): RowMatch => {
    const { asked = true, ...found } = candidates[at] ?? nothing;
    const ownGames = said.ownGames.get(given.title ?? '') ?? [];
    const isOwn = given.guid !== null && (said.ownGuids.has(given.guid) || said.vault.has(given.guid));
    const named = [...ownGames, ...found.named];
    const match = matchOf(given, {
      candidates: { by_id: isOwn ? given.guid : found.by_id, named, near: found.near },
      chosen: said.chosen.get(given.title ?? ''),
      own: said.vault,
    });
    return {
      ...match,
      isAsked: asked || match.match === 'exact' || match.match === 'chosen' || match.match === 'left_out',
    };
  });
}

const nothing: RowCandidates = { by_id: null, named: [], near: [], asked: true };

interface Before {
  /** Keyed by title, like `ownGames`. */
  readonly chosen: ReadonlyMap<string, string | null>;
  readonly ownGames: ReadonlyMap<string, readonly GameCandidate[]>;
  readonly ownGuids: ReadonlySet<string>;
  readonly vault: ReadonlySet<string>;
}

async function saidBefore(
  em: EntityManager,
  userId: string,
  rows: readonly ImportedFields[],
  candidates: readonly RowCandidates[],
): Promise<Before> {
  const titles = JSON.stringify([...new Set(rows.flatMap(({ title }) => title ?? []))]);
  const keyed = `
    select t.title, title_key(t.title) as key from jsonb_array_elements_text(?::jsonb) as t (title) offset 0`;
  const chosen = await em.execute<{ title: string; guid: string | null }[]>(
    `select w.title, c.guid from (${keyed}) w join chosen_games c on c.user_id = ? and c.title_key = w.key where w.key <> ''`,
    [titles, userId],
  );
  const ownGames = await em.execute<{ title: string; guid: string; year: number | null }[]>(
    `select w.title, d.guid, left(coalesce(d.summary::json ->> 'original_release_date',
       d.summary::json ->> 'partial_release_date'), 4)::int as year
     from (${keyed}) w join described_games d on d.user_id = ? and d.guid like 'own-%'
       and title_key(d.summary::json ->> 'name') = w.key where w.key <> ''`,
    [titles, userId],
  );
  const guids = [
    ...rows.flatMap(({ guid }) => guid ?? []),
    ...candidates.flatMap(({ named, near }) => [...named, ...near].map(({ guid }) => guid)),
  ];
  const vault = await em.execute<{ guid: string }[]>(
    'select guid from entries where user_id = ? and guid in (select jsonb_array_elements_text(?::jsonb))',
    [userId, JSON.stringify([...new Set(guids)])],
  );
  const ownGuids = await em.execute<{ guid: string }[]>(
    `select guid from described_games where user_id = ? and guid in (select jsonb_array_elements_text(?::jsonb))`,
    [userId, JSON.stringify(rows.flatMap(({ guid }) => (guid?.startsWith('own-') ? [guid] : [])))],
  );
  return {
    chosen: new Map(chosen.map(({ title, guid }) => [title, guid])),
    ownGames: Map.groupBy(
      ownGames.map(({ title, guid, year }) => ({
        ...{ title, guid, year, platforms: [], prominence: 1, is_alias: false, is_whole: true },
      })),
      ({ title }) => title,
    ),
    ownGuids: new Set(ownGuids.map(({ guid }) => guid)),
    vault: new Set(vault.map(({ guid }) => guid)),
  };
}
