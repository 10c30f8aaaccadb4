import {
  mostPushSubscriptions,
  type PushState,
  type PushSubscriptionGiven,
} from '@nightshelf/contracts/notifications.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instant } from '@nightshelf/platform/database/instant.ts';
import { isErased } from '@nightshelf/platform/erasure/erase-users.ts';
import { CodedError, notFound, unauthenticated } from '@nightshelf/platform/errors/coded-error.ts';
import type { Identity } from '@nightshelf/platform/http/identity.ts';
import type { Change } from '@nightshelf/platform/idempotency/intended-work.ts';
import { isPushService, type PushSender } from './send-push.ts';

type Browser = Pick<Identity, 'userId' | 'sessionId'>;

export async function pushStateOf(
  em: EntityManager,
  sender: PushSender | null,
  { userId, sessionId }: Browser,
): Promise<PushState> {
  const found = await em.execute<{ session_id: string; endpoint: string; subscribed_at: string }[]>(
    `select session_id, endpoint,
       ${instant('uuid_extract_timestamp(id)')} as subscribed_at
     from push_subscriptions where user_id = ? order by id desc`,
    [userId],
  );
  return {
    public_key: sender?.keys.publicKey ?? null,
    on_here: found.some(({ session_id }) => session_id === sessionId),
    // Shows only the host, because the endpoint works like a secret.
    browsers: found.map(({ endpoint, subscribed_at }) => ({ service: new URL(endpoint).hostname, subscribed_at })),
  };
}

/**
 * Subscribes this session's browser and replaces its previous subscription.
 * @throws CodedError 404 when push is not configured, 422 when the endpoint is no push service
 */
export async function subscribe(
  work: Change,
  sender: PushSender | null,
  { userId, sessionId }: Browser,
  { endpoint, keys }: PushSubscriptionGiven,
): Promise<void> {
  if (!sender) throw notFound('social.push_not_offered', 'This server does not offer push notifications.');
  if (!isPushService(endpoint, sender.toLoopback)) {
    throw new CodedError(422, 'social.push_endpoint', 'This is not the address of a push service.');
  }
  await work.transaction(async ({ em }) => {
    if (await isErased(em, userId)) throw unauthenticated();
    await em.execute('delete from push_subscriptions where user_id = ? and session_id = ? and endpoint <> ?', [
      userId,
      sessionId,
      endpoint,
    ]);
    await em.execute(
      `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth) values (?, ?, ?, ?, ?)
       on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
         p256dh = excluded.p256dh, auth = excluded.auth`,
      [userId, sessionId, endpoint, keys.p256dh, keys.auth],
    );
    await em.execute(
      `delete from push_subscriptions where user_id = ? and id not in (
         select id from push_subscriptions where user_id = ? order by id desc limit ?)`,
      [userId, userId, mostPushSubscriptions],
    );
    return null;
  });
}

export const unsubscribe = (work: Change, { userId, sessionId }: Browser): Promise<null> =>
  work.transaction(async ({ em }) => {
    await em.execute('delete from push_subscriptions where user_id = ? and session_id = ?', [userId, sessionId]);
    return null;
  });
