import type { WholeLibrary } from '@nightshelf/contracts/library-answers.ts';
import { call } from '../support/api.ts';
import { anyOf, myself, spareGuids } from '../support/people.ts';

type Library = WholeLibrary['library'];

/** What this virtual user's browser remembers of the vault. */
let etag: string | undefined;
let entries: readonly string[] = [];

const statuses = ['want_to_play', 'playing', 'completed', 'dropped', 'collection'];

/** A gamer at their vault: opens it, changes an entry, opens it again; every third also adds a game and removes it. */
export function vault(): void {
  const { cookie } = myself();
  open(cookie);
  if (entries.length > 0) {
    const body = {
      status: anyOf(statuses),
      rating: 1 + Math.floor(Math.random() * 10),
      hours_played: Math.random() < 0.5 ? 0.5 : 12,
    };
    call('PUT', { path: `/api/games/library/${anyOf(entries)}`, name: '/api/games/library/:id', body, cookie });
  }
  if (__ITER % 3 === 0) addAndRemove(cookie);
  open(cookie);
}

function open(cookie: string): void {
  const answer = call('GET', { path: '/api/games/library', name: '/api/games/library', cookie, etag });
  if (answer.status !== 200) return;
  etag = answer.headers.Etag;
  entries = (answer.json('library') as unknown as Library).map(({ id }) => id);
}

function addAndRemove(cookie: string): void {
  const body = { game_guid: anyOf(spareGuids), status: 'playing' };
  const added = call('POST', {
    path: '/api/games/library/add',
    name: '/api/games/library/add',
    body,
    cookie,
    expected: 201,
  });
  const id = added.status === 201 ? added.json('user_game.id') : undefined;
  if (id) call('DELETE', { path: `/api/games/library/${id}`, name: '/api/games/library/:id', cookie });
}
