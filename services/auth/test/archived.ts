/** Sample responses of the library and social services: every kind of data, some of it paged. */

const entry = (name: string, number: number) => ({
  id: `0195f3f0-0000-7000-8000-${String(number).padStart(12, '0')}`,
  version: 1,
  guid: `3030-${number}`,
  status: 'completed',
  rating: 9,
  hours_played: 10.5,
  platform_id: 139,
  platform: { id: 139, name: 'PlayStation 4' },
  date_added: '2026-03-01T00:00:00.000Z',
  image_url: null,
  is_shared: true,
  tags: ['rpg', '=short'],
  game: { id: null, guid: `3030-${number}`, name },
});

export const savedView = { name: 'Tonight', query: 'status=playing', is_default: true };

export const game = { guid: '3030-1', name: '=cmd|calc', image_url: null };
export const playthrough = {
  ...{ id: '1', version: 1, entry_id: '2', game, platform_id: 139, platform: { id: 139, name: 'PlayStation 4' } },
  ...{ copy: 'GOG', started_on: '2026-03-01', ended_on: null, hours: 4.5, completion: 'dropped', dropped_at: 'Here' },
};
export const sessions = Array.from({ length: 150 }, (_, at) => ({
  ...{ id: String(at), version: 1, entry_id: '2', game, day: '2026-03-01', minutes: at + 1 },
  ...{ note: '=short', spoiler: true, playthrough_id: '1' },
}));
export const list = { id: '7', name: 'Top 10', description: null, version: 2, game_count: 1, covers: [] };
export const listed = { entry_id: '1', guid: '3030-1', name: '=cmd|calc', image_url: null, note: 'First' };

export const imported = {
  id: '9',
  name: 'games.csv',
  source: 'table',
  status: 'done',
  begun_at: '2026-03-01T00:00:00.000Z',
};
export const importedRow = { given: { title: 'Tetris', rating: 9 }, fate: 'added', is_done: true, undone: null };

export const steam = {
  ...{ account: 'nightshelf', rule: 'hours_only', status: 'collection' },
  connected_at: '2026-03-01T00:00:00.000Z',
};

export const historyStep = {
  ...{ at: '2026-03-02T00:00:00.000Z', entry_id: '2', guid: '3030-1', kind: 'changed', by: { kind: 'person' } },
  ...{ step: 7, action: 'several-games', changes: [{ field: 'rating', from: 8, to: 9 }] },
};

export const chosen = { name: 'zelda3snes', guid: '3030-1' };

export const removed = {
  ...{ entry_id: '3', guid: '3030-2', name: 'Pong', removed_at: '2026-03-03T00:00:00.000Z', playthroughs: [] },
  sessions: [{ day: '2026-03-01', minutes: 30, note: 'The end', spoiler: false, playthrough_id: null }],
  lists: [{ name: 'Top 10', note: null }],
};

export const vault = [
  entry('=cmd|calc', 1),
  entry('Pokémon, "Red"', 2),
  ...Array.from({ length: 3000 }, (_, at) => entry(`Game ${at}`, at + 3)),
];

export const notified = Array.from({ length: 150 }, (_, at) => ({
  id: `0195f3f0-0000-7000-8000-${String(150 - at).padStart(12, '0')}`,
  kind: at % 2 ? 'new_follower' : 'friend_finished',
  created_at: '2026-03-01T00:00:00.000Z',
  read_at: at > 9 ? '2026-03-02T00:00:00.000Z' : null,
  user: { id: `0195f3f0-0000-7000-8000-${String(at).padStart(12, '0')}`, username: `friend_${at}` },
  game: at % 2 ? null : { guid: '3030-1', name: '=cmd|calc', image_url: null },
}));
export const choices = {
  settings: { new_follower: { on: true, push: false } },
  push: {
    public_key: null,
    on_here: false,
    browsers: [{ service: 'push.example.org', subscribed_at: '2026-03-01T00:00:00.000Z' }],
  },
};
