import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { ownGameRules } from '@nightshelf/contracts/own-games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { invalid, notFound } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import sharp from 'sharp';
import { changeOwnGame } from './own-games.ts';
import { ownGameIn, ownSummary } from './own-summary.ts';

/** Rejects larger images before decoding, because a small file may have very many pixels. */
const mostPixels = 40_000_000;

const { coverWidth, coverHeight } = ownGameRules;

interface Cover {
  readonly userId: string;
  readonly guid: string;
  /** JPEG, PNG, WebP or AVIF in base64. */
  readonly image: string;
}

/** @throws CodedError 404 for a game that is not the user's own, 422 for an unreadable image */
export async function setCover(work: Change, { userId, guid, image }: Cover): Promise<GameSummary> {
  const encoded = await encode(Buffer.from(image, 'base64'));
  return changeOwnGame(work, { userId, guid }, async (em, game) => {
    const [stored] = await em.execute<{ version: number }[]>(
      `insert into own_covers as c (user_id, guid, image, version) values (?, ?, decode(?, 'base64'), 1)
       on conflict (user_id, guid) do update set image = excluded.image, version = c.version + 1 returning version`,
      [userId, guid, encoded.toString('base64')],
    );
    return ownSummary(guid, ownGameIn(game), stored?.version ?? 1);
  });
}

/** @throws CodedError 404 for a game that is not the user's own */
export const removeCover = (work: Change, userId: string, guid: string) =>
  changeOwnGame(work, { userId, guid }, async (em, game) => {
    await em.execute('delete from own_covers where user_id = ? and guid = ?', [userId, guid]);
    return ownSummary(guid, ownGameIn(game));
  });

/** @returns WebP @throws CodedError 404 when there is none */
export async function readCover(em: EntityManager, userId: string, guid: string): Promise<Buffer> {
  const [row] = await em.execute<{ image: string }[]>(
    `select encode(image, 'base64') as image from own_covers where user_id = ? and guid = ?`,
    [userId, guid],
  );
  if (!row) throw notFound('library.game_not_found', 'This game has no own cover.');
  return Buffer.from(row.image, 'base64');
}

/** Re-encodes the image, because the upload may contain more than pixels. */
async function encode(sent: Buffer): Promise<Buffer> {
  try {
    return await sharp(sent, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
      .rotate()
      .resize({ width: coverWidth, height: coverHeight, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw invalid({ image: ['This image is unreadable. Use JPEG, PNG, WebP or AVIF.'] }, 'library.not_an_image');
  }
}
