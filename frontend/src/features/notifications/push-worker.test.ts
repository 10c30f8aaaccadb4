import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

type Listener = (event: object) => void;

/** Runs the push part of the service worker in a fake worker that records shown notifications and opened windows. */
function startWorker(open: readonly string[] = []) {
  const listeners: Record<string, Listener> = {};
  const shown: unknown[] = [];
  const went: string[] = [];
  const self = {
    addEventListener: (type: string, listener: Listener) => {
      listeners[type] = listener;
    },
    registration: { showNotification: async (...what: unknown[]) => shown.push(what) },
    clients: {
      matchAll: async () => open.map((url) => ({ url, focus: async () => went.push(`focus ${url}`) })),
      openWindow: async (url: string) => went.push(`open ${url}`),
    },
  };
  runInNewContext(readFileSync(new URL('../../../public/push.js', import.meta.url), 'utf8'), { self, URL });
  const send = async (type: string, event: object) => {
    let done: unknown;
    listeners[type]?.({
      ...event,
      waitUntil: (until: unknown) => {
        done = until;
      },
    });
    await done;
  };
  return { shown, went, send };
}

test.each([
  ['new_follower', 'You have a new follower.'],
  ['friend_finished', 'A friend finished a game that you are playing.'],
  ['wanted_game_out', 'A game that you want to play is out now.'],
  ['of_a_newer_release', 'You have a new notification.'],
])('shows %s as: %s', async (kind, body) => {
  const worker = startWorker();
  await worker.send('push', { data: { json: () => ({ kind }) } });
  expect(worker.shown).toEqual([['Nightshelf', expect.objectContaining({ body, tag: kind })]]);
});

test.each([[null], [{ json: () => JSON.parse('nonsense') }]])(
  'shows a notification for an invalid payload',
  async (data) => {
    const worker = startWorker();
    await worker.send('push', { data });
    expect(worker.shown).toHaveLength(1);
  },
);

test('opens the notifications in the existing tab, or in a new one, when clicked', async () => {
  const notification = { close: () => undefined };
  const there = startWorker(['https://shelf.example/library', 'https://shelf.example/notifications?a=1']);
  await there.send('notificationclick', { notification });
  expect(there.went).toEqual(['focus https://shelf.example/notifications?a=1']);
  const elsewhere = startWorker(['https://shelf.example/library']);
  await elsewhere.send('notificationclick', { notification });
  expect(elsewhere.went).toEqual(['open /notifications']);
});
