import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import * as notificationCalls from '@nightshelf/contracts/calls/notifications.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';
import type { Rows } from './files.ts';

/** In milliseconds, per request. */
const timeoutMs = 30_000;
/** The largest page that the social service returns. */
const pageSize = '100';

export interface SocialParts {
  readonly socialUrl: string;
  readonly identitySecret: string;
  readonly stopping: AbortSignal;
}

type Owner = Pick<Identity, 'userId' | 'username'>;
type Calls = typeof notificationCalls;

/** Yields the user's notifications, newest first. @throws when the social service is unavailable */
export async function* notificationsOf(parts: SocialParts, owner: Owner): Rows {
  let before: string | null = null;
  do {
    const query = new URLSearchParams({ limit: pageSize, ...(before && { before }) });
    const path = `${notificationCalls.listNotifications.path}?${query}`;
    const page: CallAnswer<Calls['listNotifications']> = await ask(parts, owner, path);
    yield page.notifications.map(({ kind, created_at, read_at, user, game }) => ({
      kind,
      created_at,
      read_at,
      user: user?.username ?? null,
      game: game && { guid: game.guid, name: game.name },
    }));
    before = page.next;
  } while (before);
}

/** Returns the notification settings and browsers, without push endpoints and keys. */
export async function notificationSettingsOf(parts: SocialParts, owner: Owner): Promise<object> {
  const path = notificationCalls.getNotificationSettings.path;
  const {
    success: _,
    message: __,
    push,
    ...chosen
  } = await ask<CallAnswer<Calls['getNotificationSettings']>>(parts, owner, path);
  return { ...chosen, browsers: push.browsers };
}

async function ask<Answer>({ socialUrl, identitySecret, stopping }: SocialParts, owner: Owner, path: string) {
  // Not a real session; no API token scope can read notifications.
  const identity: Identity = { ...owner, sessionId: 'token:archive' };
  const response = await fetch(new URL(path, socialUrl), {
    headers: { [identityHeader]: signIdentity(identity, identitySecret, Date.now(), 'social') },
    signal: AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]),
  });
  if (!response.ok) throw new Error(`Social answered ${response.status}`);
  return (await response.json()) as Answer;
}

export const notificationColumns = ['kind', 'user', 'game', 'created_at', 'read_at'];

export const notificationRow = ({ game, ...told }: Readonly<Record<string, unknown>>) => ({
  ...told,
  game: (game as { name: string } | null)?.name,
});
