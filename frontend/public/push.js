// Part of the service worker (build/installable.ts): shows what is pushed, and opens the notifications.
// No names: whoever looks at a locked screen learns what kind of thing has happened, and nothing else.
const told = {
  new_follower: 'You have a new follower.',
  friend_finished: 'A friend finished a game that you are playing.',
  wanted_game_out: 'A game that you want to play is out now.',
};
const page = '/notifications';

const kindOf = (event) => {
  try {
    return event.data.json().kind;
  } catch {
    return undefined;
  }
};

self.addEventListener('push', (event) => {
  const kind = kindOf(event);
  // Browsers demand that something is shown, also for what this build does not know.
  const body = told[kind] ?? 'There is something new for you.';
  // Of one kind the newest alone.
  const options = { body, tag: String(kind), icon: '/icons/icon-192.png', data: page };
  event.waitUntil(self.registration.showNotification('Nightshelf', options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = windows.find(({ url }) => new URL(url).pathname === page);
    await (there ? there.focus() : self.clients.openWindow(page));
  };
  event.waitUntil(open());
});
