import { randomUUIDv7 } from 'node:crypto';
import * as playthroughCalls from '@nightshelf/contracts/calls/playthroughs.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import { playthroughFaults, playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import type { PlayFigures, Playthrough, PlaythroughFields } from '@nightshelf/contracts/playthroughs.ts';
import { presentPlatform } from '@nightshelf/contracts/present-entry.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { CodedError, conflict, invalid, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Keeping } from '@nightshelf/platform/idempotency/intended-work.ts';
import { defined } from '../defined.ts';
import { ownEntry } from '../entries/own-entry.ts';
import { gamePlatform, playedGameJson, playedGameTables, unknownPlayedGame } from '../games/game-as-shown.ts';
import { refuseFuture } from '../journal/sessions.ts';
import { type Reader, type ReadOf, type RequestOf, returning, type Serve } from '../serve.ts';
import { countOf, insertRow, isAny, pageOf, platformIdOf } from '../sql.ts';
import { playersTimes } from './players-times.ts';

interface Row extends Omit<Playthrough, 'platform'> {
  /** The platform's name in the game's own data; null when the game does not list it. */
  readonly platform_name: string | null;
}

const columns = `
  p.id, p.version, p.entry_id, ${playedGameJson} as game, ${platformIdOf('p')} as platform_id, p.copy,
  to_char(p.started_on, 'YYYY-MM-DD') as started_on, to_char(p.ended_on, 'YYYY-MM-DD') as ended_on,
  p.hours::float8 as hours, p.completion, p.dropped_at,
  ${gamePlatform('p.platform_id::text')} as platform_name`;

/** Excludes playthroughs of removed entries. */
const tables = `playthroughs p join ${playedGameTables('p')}`;

const present = ({ platform_name, ...row }: Row): Playthrough => ({
  ...row,
  platform: presentPlatform(row.platform_id, platform_name),
});

/** Returns a page of a user's playthroughs, last added first. */
export async function listPlaythroughs({ em, userId, query }: ReadOf<typeof playthroughCalls.listPlaythroughs>) {
  const { entry_id = null, before = null, limit } = query;
  const rows = await em.execute<Row[]>(
    `select ${columns} from ${tables}
     where p.user_id = ? and (?::uuid is null or p.entry_id = ?) and (?::uuid is null or p.id < ?)
     order by p.id desc limit ?`,
    [userId, entry_id, entry_id, before, before, limit + 1],
  );
  const { page, next } = pageOf(rows, limit, ({ id }) => id);
  return { playthroughs: page.map(present), next };
}

async function findPlaythrough(em: EntityManager, userId: string, id: string): Promise<Playthrough | null> {
  const [row] = await em.execute<Row[]>(`select ${columns} from ${tables} where p.id = ? and p.user_id = ?`, [
    id,
    userId,
  ]);
  return row ? present(row) : null;
}

async function ownPlaythrough(em: EntityManager, userId: string, id: string): Promise<Playthrough> {
  const playthrough = await findPlaythrough(em, userId, id);
  if (!playthrough) throw notFound('library.playthrough_not_found', 'Playthrough not found.');
  return playthrough;
}

/**
 * Adds a playthrough without changing the entry's status, which the user decides. An id that exists already changes
 * nothing.
 */
function addPlaythrough({ userId, params, body: fields, change }: RequestOf<typeof playthroughCalls.addPlaythrough>) {
  const { id: entryId } = params;
  return change.transaction(async ({ em }) => {
    // The lock serializes concurrent additions, so that each one counts the others.
    await ownEntry(em, userId, entryId);
    const { id = randomUUIDv7() } = fields;
    // A device may retry after the idempotency key has expired.
    const added = fields.id ? await findPlaythrough(em, userId, fields.id) : null;
    if (added) return added;
    // The id may be of another user's or a removed game's playthrough.
    if (fields.id && (await isAny(em, 'playthroughs where id = ?', [fields.id])))
      throw invalid({ id: ['A playthrough with this id already exists'] });
    refuseFaulty(fields);
    if ((await countOf(em, 'playthroughs where entry_id = ?', [entryId])) >= playthroughRule.most) {
      throw conflict('library.too_many_playthroughs', `A game has at most ${playthroughRule.most} playthroughs.`);
    }
    await insertPlaythrough(em, { id, user_id: userId, entry_id: entryId }, fields);
    return ownPlaythrough(em, userId, id);
  }, keptPlaythrough(userId));
}

function changePlaythrough({ userId, params, body, change }: RequestOf<typeof playthroughCalls.changePlaythrough>) {
  const { id } = params;
  return change.transaction(async ({ em }) => {
    // Locks the entry, so that the playthrough read below is current.
    await ownEntry(em, userId, (await ownPlaythrough(em, userId, id)).entry_id);
    const before = await ownPlaythrough(em, userId, id);
    const { if_version: ifVersion = before.version, ...fields } = body;
    if (ifVersion !== before.version) {
      throw new CodedError(409, 'library.playthrough_changed', 'This playthrough was changed elsewhere.', {
        body: { playthrough: before },
      });
    }
    const now = { ...before, ...defined(fields) };
    refuseFaulty(now);
    const columns = columnsOf(now);
    await em.execute(
      `update playthroughs set version = version + 1, ${Object.keys(columns).map((column) => `${column} = ?`)} where id = ?`,
      [...Object.values(columns), id],
    );
    return ownPlaythrough(em, userId, id);
  }, keptPlaythrough(userId));
}

/** Removes a playthrough; its sessions stay with the game. */
const removePlaythrough = ({ userId, params, change }: RequestOf<typeof playthroughCalls.removePlaythrough>) =>
  change.transaction(async ({ em }) => {
    const { id } = params;
    // Locks the entry, so that no session is logged for the playthrough concurrently.
    const entry = await ownEntry(em, userId, (await ownPlaythrough(em, userId, id)).entry_id);
    await ownPlaythrough(em, userId, id);
    // The entry condition makes use of an index.
    await em.execute('update play_sessions set playthrough_id = null where entry_id = ? and playthrough_id = ?', [
      entry.id,
      id,
    ]);
    await em.execute('delete from playthroughs where id = ?', [id]);
    return null;
  });

/**
 * Stores an idempotent response without game and texts, which take up to 4 KB at 120 changes a minute. A replayed
 * response shows the current playthrough, or the shortened one after its removal.
 */
const keptPlaythrough = (userId: string): Keeping<Playthrough> => ({
  shorten: (playthrough) => ({
    ...playthrough,
    game: unknownPlayedGame(playthrough.game.guid),
    platform: null,
    copy: null,
    dropped_at: null,
  }),
  complete: async (em, kept) => (await findPlaythrough(em, userId, kept.id)) ?? kept,
});

/** @throws CodedError 422 for contradictory fields or future days */
function refuseFaulty(fields: PlaythroughFields): void {
  const faults = playthroughFaults(fields);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  refuseFuture('started_on', fields.started_on);
  refuseFuture('ended_on', fields.ended_on);
}

export const insertPlaythrough = (
  em: EntityManager,
  owner: { readonly id: string; readonly user_id: string; readonly entry_id: string },
  fields: PlaythroughFields,
) => insertRow(em, 'playthroughs', { ...owner, version: 1, ...columnsOf(fields) });

/** The columns that a user writes. */
export const columnsOf = (fields: PlaythroughFields) => ({
  platform_id: fields.platform_id === notListed ? null : fields.platform_id,
  platform_not_listed: fields.platform_id === notListed,
  copy: fields.copy || null,
  started_on: fields.started_on,
  ended_on: fields.ended_on,
  hours: fields.hours,
  completion: fields.completion,
  dropped_at: fields.dropped_at || null,
});

/**
 * Counts finished games and playthroughs. A completed game without a playthrough counts as finished once; otherwise
 * there could be fewer playthroughs than games.
 */
async function playFigures({ em, userId }: Reader): Promise<PlayFigures> {
  const [row] = await em.execute<PlayFigures[]>(
    `select count(*)::int as games_finished, coalesce(sum(greatest(times, 1)), 0)::int as playthroughs_finished from (
       select coalesce(p.times, 0) as times from entries e
       left join (
         select entry_id, count(*) as times from playthroughs
         where user_id = ? and completion is not null and completion <> 'dropped' group by entry_id) p on p.entry_id = e.id
       where e.user_id = ? and (e.status = 'completed' or p.times > 0)) finished`,
    [userId, userId],
  );
  return row ?? { games_finished: 0, playthroughs_finished: 0 };
}

const saved = 'Playthrough saved.';

export function playthroughRoutes(serve: Serve): void {
  serve(playthroughCalls.listPlaythroughs, 'Your playthroughs.', listPlaythroughs);
  serve(playthroughCalls.getPlayFigures, 'Your finished games.', returning('figures', playFigures));
  serve(playthroughCalls.listPlayersTimes, 'Times of players on this site.', returning('times', playersTimes));
  serve(playthroughCalls.addPlaythrough, saved, returning('playthrough', addPlaythrough));
  serve(playthroughCalls.changePlaythrough, saved, returning('playthrough', changePlaythrough));
  serve(playthroughCalls.removePlaythrough, 'Playthrough removed.', removePlaythrough);
}
