import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { conflict } from '@nightshelf/platform/errors/coded-error.ts';

/**
 * Relies on the unique index to decide between two concurrent adds of the same game.
 * @throws CodedError 409 for the second
 */
export async function onceInLibrary<Result>(add: () => Promise<Result>): Promise<Result> {
  try {
    return await add();
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw alreadyAdded();
  }
}

export const alreadyAdded = () => conflict('library.already_added', 'This game is already in your library.');
