import { randomUUIDv7 } from 'node:crypto';
import type { CallRequest } from '@nightshelf/contracts/call.ts';
import type * as listCalls from '@nightshelf/contracts/calls/lists.ts';
import type { GameList } from '@nightshelf/contracts/game-lists.ts';
import { listRules } from '@nightshelf/contracts/list-rules.ts';
import { conflict, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { holdLists, ownList, tellLists } from './game-lists.ts';
import { keptList } from './kept-list.ts';

type NewList = CallRequest<typeof listCalls.makeGameList>['body'];

/** @throws CodedError 409 when the user has the maximum number of lists, 401 for a deleted user */
export function makeList(work: Change, userId: string, { name, description }: NewList): Promise<GameList> {
  return work.transaction(async ({ em, tell }) => {
    // Serializes concurrent requests, so that each one counts the others.
    await holdLists(em, userId);
    const [had] = await em.execute<{ lists: number; erased: boolean }[]>(
      `select count(*)::int as lists, exists (select from erased_users where user_id = ?) as erased
       from game_lists where user_id = ?`,
      [userId, userId],
    );
    if (had?.erased) throw unauthenticated();
    if ((had?.lists ?? 0) >= listRules.lists) {
      throw conflict('library.too_many_lists', `You have ${listRules.lists} lists. Delete one to create another.`);
    }
    const id = randomUUIDv7();
    await em.execute(
      'insert into game_lists (id, user_id, name, description, version, words_version) values (?, ?, ?, ?, 1, 1)',
      [id, userId, name, description || null],
    );
    tellLists({ tell }, userId, id, 1);
    return ownList(em, userId, id);
  }, keptList(userId));
}
