import { randomUUID } from 'node:crypto';
import { type GameSummary, ownGuidPrefix } from '@nightshelf/contracts/games.ts';
import { type OwnGame, ownGameRules } from '@nightshelf/contracts/own-games.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';
import { countOf } from '../sql.ts';

export const newOwnGuid = () => `${ownGuidPrefix}${randomUUID()}`;

export const isOwnGuid = (guid: string) => guid.startsWith(ownGuidPrefix);

/** Returns the summary of a user's own game. @param coverVersion null without a cover */
export const ownSummary = (
  guid: string,
  { name, year, platform_ids }: OwnGame,
  coverVersion: number | null = null,
): GameSummary => ({
  guid,
  id: null,
  name,
  deck: null,
  original_release_date: null,
  ...(year !== null && { partial_release_date: String(year) }),
  image: null,
  image_url: coverVersion === null ? null : `/api/games/library/own-games/${guid}/cover?v=${coverVersion}`,
  platforms: platform_ids.map((id) => ({
    id,
    guid: null,
    name: platformName(id) ?? `Platform ${id}`,
    abbreviation: null,
  })),
});

export const ownGameIn = ({ name, partial_release_date, platforms }: GameSummary): OwnGame => ({
  name,
  year: partial_release_date ? Number(partial_release_date.slice(0, 4)) : null,
  platform_ids: platforms.flatMap(({ id }) => id ?? []),
});

export async function refuseTooManyOwn(em: EntityManager, userId: string, more: number): Promise<void> {
  const games = await countOf(em, `described_games where user_id = ? and guid like 'own-%'`, [userId]);
  if (games + more > ownGameRules.most) {
    throw conflict('library.too_many_own_games', `You can add at most ${ownGameRules.most} games of your own.`);
  }
}
