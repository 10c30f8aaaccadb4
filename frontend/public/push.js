// Part of the service worker (build/installable.ts): shows what is pushed, and opens the notifications.
// No names, because anyone can read a locked screen.
const bodies = {
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
  // Browsers demand a visible notification, even for an unknown kind.
  const body = bodies[kind] ?? 'You have a new notification.';
  // The tag replaces an older notification of the same kind.
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
