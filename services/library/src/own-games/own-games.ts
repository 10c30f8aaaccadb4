import * as ownGameCalls from '@nightshelf/contracts/calls/own-games.ts';
import { entryUpdated } from '@nightshelf/contracts/events/entries.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { ownGameRules } from '@nightshelf/contracts/own-games.ts';
import { presentEntry } from '@nightshelf/contracts/present-entry.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';
import type { Work } from '@nightshelf/platform/database/work.ts';
import { invalid, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import { route } from '@nightshelf/platform/http/route.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { defined } from '../defined.ts';
import { storeEntry } from '../entries/add-entry.ts';
import { Entry } from '../entries/entry.ts';
import { notifyOfEntry, onceInLibrary, withoutGame } from '../entries/own-entry.ts';
import { describedGame, describeGame } from '../games/described-game.ts';
import { gameAsShownTo } from '../games/game-as-shown.ts';
import { confirmedGame, keepGamesFromChanging } from '../games/game-copy.ts';
import { requestGames } from '../games/request-games.ts';
import { callerAsCause, noteCause } from '../history/cause.ts';
import { bumpLibrary } from '../libraries/library-version.ts';
import { type RequestOf, returning, serving } from '../serve.ts';
import { newOwnGuid, ownGameIn, ownSummary, refuseTooManyOwn } from './own-summary.ts';

/** Adds a game that no database knows, with an entry. Only the user sees either. */
function addOwnGame({ userId, body, change }: RequestOf<typeof ownGameCalls.addOwnGame>): Promise<LibraryEntry> {
  const { name, year, platform_ids, ...fields } = body;
  return change.transaction(async (transaction) => {
    const { em } = transaction;
    await refuseTooManyOwn(em, userId, 1);
    const game = await describeGame(em, userId, ownSummary(newOwnGuid(), { name, year, platform_ids }));
    return storeEntry(transaction, userId, game, fields);
  }, withoutGame(userId));
}

/** @throws CodedError 404 for a game that is not the user's own */
async function ownGameOf(em: EntityManager, userId: string, guid: string): Promise<GameSummary> {
  const game = await describedGame(em, userId, guid);
  if (!game) throw notFound('library.game_not_found', 'Game not found.');
  return game;
}

type Guid = { readonly guid: string };

/**
 * Changes a locked game of the user's own.
 * @param act returns the game as it will be shown
 * @throws CodedError 404 for a game that is not the user's own
 */
const changeOwnGame = (
  { userId, params: { guid }, change }: { userId: string; params: Guid; change: Change },
  act: (em: EntityManager, before: GameSummary) => Promise<GameSummary>,
): Promise<GameSummary> =>
  change.transaction(async ({ em, notifyClients }) => {
    const game = await act(em, await holdOwnGame(em, userId, guid));
    await storeOwnGame(em, userId, game);
    notifyClients({ to: { user: userId }, event: 'vault', data: {} });
    return game;
  });

const updateOwnGame = (request: RequestOf<typeof ownGameCalls.updateOwnGame>) =>
  changeOwnGame(request, async (_, before) => ({
    ...ownSummary(before.guid, { ...ownGameIn(before), ...defined(request.body) }),
    image_url: before.image_url,
  }));

/** Rejects larger images before decoding, because a small file may have very many pixels. */
const mostPixels = 40_000_000;

/**
 * Re-encodes a cover as WebP, because the upload may contain more than pixels.
 * @param sent JPEG, PNG, WebP or AVIF
 * @throws CodedError 422 for an unreadable image
 */
async function encodeCover(sent: Buffer): Promise<Buffer> {
  try {
    return await sharp(sent, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
      .rotate()
      .resize({
        ...{ width: ownGameRules.coverWidth, height: ownGameRules.coverHeight },
        ...{ fit: 'inside', withoutEnlargement: true },
      })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw invalid({ image: ['This image is unreadable. Use JPEG, PNG, WebP or AVIF.'] }, 'library.not_an_image');
  }
}

async function setCover(request: RequestOf<typeof ownGameCalls.setOwnCover>): Promise<GameSummary> {
  const image = (await encodeCover(Buffer.from(request.body.image, 'base64'))).toString('base64');
  return changeOwnGame(request, async (em, game) => {
    const [stored] = await em.execute<{ version: number }[]>(
      `insert into own_covers as c (user_id, guid, image, version) values (?, ?, decode(?, 'base64'), 1)
       on conflict (user_id, guid) do update set image = excluded.image, version = c.version + 1 returning version`,
      [request.userId, game.guid, image],
    );
    return ownSummary(game.guid, ownGameIn(game), stored?.version ?? 1);
  });
}

const removeCover = (request: RequestOf<typeof ownGameCalls.removeOwnCover>) =>
  changeOwnGame(request, async (em, game) => {
    await em.execute('delete from own_covers where user_id = ? and guid = ?', [request.userId, game.guid]);
    return ownSummary(game.guid, ownGameIn(game));
  });

/** @returns WebP @throws CodedError 404 when there is none */
async function readCover(em: EntityManager, userId: string, guid: string): Promise<Buffer> {
  const [row] = await em.execute<{ image: string }[]>(
    `select encode(image, 'base64') as image from own_covers where user_id = ? and guid = ?`,
    [userId, guid],
  );
  if (!row) throw notFound('library.game_not_found', 'This game has no own cover.');
  return Buffer.from(row.image, 'base64');
}

async function holdOwnGame(em: EntityManager, userId: string, guid: string): Promise<GameSummary> {
  await em.execute('select 1 from described_games where user_id = ? and guid = ? for update', [userId, guid]);
  return ownGameOf(em, userId, guid);
}

async function storeOwnGame(em: EntityManager, userId: string, game: GameSummary): Promise<void> {
  const { json, imageUrl, platformNames } = readyGame(game);
  await em.execute(
    'update described_games set summary = ?, image_url = ?, platform_names = ?::jsonb where user_id = ? and guid = ?',
    [json, imageUrl, JSON.stringify(platformNames), userId, game.guid],
  );
  // Makes the change visible to clients that request changes of the vault.
  await em.execute(
    `insert into changed_games values (?, pg_current_xact_id())
     on conflict (guid) do update set changed_xid = excluded.changed_xid`,
    [game.guid],
  );
  await bumpLibrary(em, userId);
}

/**
 * Changes the entry of an own game to a catalog game. The entry keeps its history, playthroughs, sessions and list
 * places; the description is kept for an undo.
 */
function mergeOwnGame({ userId, params, body, change }: RequestOf<typeof ownGameCalls.mergeOwnGame>) {
  const [guid, into] = [params.guid, body.into];
  return change.transaction(async (transaction) => {
    const { em } = transaction;
    const game = await holdOwnGame(em, userId, guid);
    await keepGamesFromChanging(em, [into]);
    const entry = await em.findOne(Entry, { userId, guid });
    if (!entry) throw notFound('library.game_not_found', 'This game is not in your vault.');
    await em.execute(
      `insert into own_game_merges (user_id, guid, entry_id, into_guid, summary) values (?, ?, ?, ?, ?)
       on conflict (user_id, guid) do update set entry_id = excluded.entry_id, into_guid = excluded.into_guid,
         summary = excluded.summary, merged_at = clock_timestamp()`,
      [userId, guid, entry.id, into, JSON.stringify(game)],
    );
    await em.execute('delete from described_games where user_id = ? and guid = ?', [userId, guid]);
    if (!(await confirmedGame(em, into))) await requestGames(transaction, [into], { userId });
    return reassign(transaction, entry, into);
  }, withoutGame(userId));
}

function undoMerge({ userId, params: { guid }, change }: RequestOf<typeof ownGameCalls.undoMerge>) {
  return change.transaction(async (transaction) => {
    const { em } = transaction;
    const [merge] = await em.execute<{ entry_id: string; into_guid: string; summary: GameSummary }[]>(
      'delete from own_game_merges where user_id = ? and guid = ? returning entry_id, into_guid, summary',
      [userId, guid],
    );
    const entry = merge && (await em.findOne(Entry, { id: merge.entry_id, userId, guid: merge.into_guid }));
    if (!entry) throw notFound('library.game_not_found', 'There is no merge to undo.');
    await describeGame(em, userId, merge.summary);
    return reassign(transaction, entry, guid);
  }, withoutGame(userId));
}

async function reassign(
  { em, publish, notifyClients }: Transaction,
  entry: Entry,
  guid: string,
): Promise<LibraryEntry> {
  await noteCause(em, { kind: 'person' });
  await em.execute('update chosen_games set guid = ? where user_id = ? and guid = ?', [guid, entry.userId, entry.guid]);
  entry.guid = guid;
  entry.version += 1;
  await onceInLibrary(() => em.flush());
  await em.execute('update playthroughs set guid = ? where entry_id = ?', [guid, entry.id]);
  await bumpLibrary(em, entry.userId);
  publish(entryUpdated, { data: entry.state(), version: entry.version });
  notifyOfEntry({ notifyClients }, entry.userId, entry.versioned());
  return presentEntry(entry.versioned(), await gameAsShownTo(em, entry.userId, guid));
}

const message = 'Your game.';

export function ownGameRoutes(app: FastifyInstance, work: Work): void {
  const serve = serving(app, work);
  serve(ownGameCalls.addOwnGame, 'Added to your vault.', returning('user_game', addOwnGame), callerAsCause);
  serve(ownGameCalls.getOwnGame, message, async ({ em, userId, params }) => ({
    game: await ownGameOf(em, userId, params.guid),
  }));
  serve(ownGameCalls.updateOwnGame, message, returning('game', updateOwnGame));
  serve(ownGameCalls.setOwnCover, message, returning('game', setCover));
  serve(ownGameCalls.removeOwnCover, message, returning('game', removeCover));
  route(app, ownGameCalls.getOwnCover, async ({ identity, params, reply }) => {
    const image = await readCover(work.query(), identity.userId, params.guid);
    // The address changes with the image, so it never expires; shared caches must not store it.
    return reply.type('image/webp').header('cache-control', 'private, max-age=31536000, immutable').send(image);
  });
  serve(ownGameCalls.mergeOwnGame, 'Merged.', returning('user_game', mergeOwnGame));
  serve(ownGameCalls.undoMerge, 'The merge is undone.', returning('user_game', undoMerge));
}
