import { ownGameRules } from '@nightshelf/contracts/own-games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';

/** @throws CodedError 409 when the user would have too many own games */
export async function refuseTooManyOwn(em: EntityManager, userId: string, more: number): Promise<void> {
  const [row] = await em.execute<{ games: number }[]>(
    `select count(*)::int as games from described_games where user_id = ? and guid like 'own-%'`,
    [userId],
  );
  if ((row?.games ?? 0) + more > ownGameRules.most) {
    throw conflict('library.too_many_own_games', `You can add at most ${ownGameRules.most} games of your own.`);
  }
}
