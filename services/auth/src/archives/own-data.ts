import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import { listActivity } from '../activity/activity.ts';
import { listTokens } from '../api-tokens/api-tokens.ts';
import { deviceName } from '../clients/device-name.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { showOwnUser, type User } from '../users/user.ts';
import type { Rows } from './files.ts';

/** More than the audit trail ever keeps. */
const allLines = 2000;
const pageSize = 1000;

const externalColumns = ['provider', 'email', ...['linked_at', 'last_used_at'].map(instantColumn)].join();

/** Returns the user's profile and ways to sign in, without hashes, tokens or session ids. */
export async function accountOf(em: EntityManager, sessions: BrowserSessions, user: User): Promise<object> {
  const [external, tokens, listed] = await Promise.all([
    em.execute<object[]>(`select ${externalColumns} from identities where user_id = ?`, [user.id]),
    listTokens(em, user.id),
    sessions.store.list(user.id),
  ]);
  return {
    profile: await showOwnUser(em, user),
    external_accounts: external,
    api_tokens: tokens.map(({ id: _, ...token }) => token),
    sessions: listed.map(({ device, address, createdAt, lastSeenAt }) => ({
      device: deviceName(device),
      address,
      created_at: createdAt,
      last_seen_at: lastSeenAt,
    })),
  };
}

export async function* activityOf(em: EntityManager, userId: string): Rows {
  const { activity } = await listActivity(em, userId, { limit: allLines });
  yield activity.map(({ id: _, ...line }) => line);
}

/** Yields followers and followed users by username only, which is all that the user can see of them. */
export async function* followsOf(em: EntityManager, userId: string): Rows {
  for (const [relation, mine, theirs] of [
    ['following', 'follower_id', 'followee_id'],
    ['follower', 'followee_id', 'follower_id'],
  ] as const) {
    let after: string | null = '00000000-0000-0000-0000-000000000000';
    while (after !== null) {
      const page: { id: string; username: string }[] = await em.execute(
        `select u.id, u.username from follows f join users u on u.id = f.${theirs}
         where f.${mine} = ? and u.is_active and u.id > ? order by u.id limit ?`,
        [userId, after, pageSize],
      );
      yield page.map(({ username }) => ({ relation, username }));
      after = page.length === pageSize ? (page.at(-1)?.id ?? null) : null;
    }
  }
}

export const readme = (username: string, at: Date) =>
  `Nightshelf: the data of ${username}
Put together on ${at.toISOString()} (UTC).

account.json    your profile, linked accounts, API tokens (without their secrets) and sessions
activity        the activity of your account, as far back as it is kept
follows         the users you follow and your followers
notifications   your notifications, as far back as they are kept; notification-settings.json has your settings and browsers
library         every game of your vault with your notes; also saved-views.json, lists.json, favourites.json, imports.json
                (the last 30 days, row by row), choices.json (games you chose for names), steam.json (the synced account),
                history.json (every change by game; changes with the same action were made together) and removed.json
                (games you can restore, with what you played of them and their lists)
playthroughs    your playthroughs; the playthrough_id of a session is the id of its playthrough
sessions        when and how long you played, with your notes
Lists come as .json, complete, and as .csv for a spreadsheet. CSV files are UTF-8 with a byte-order mark; a quote (')
precedes text that a spreadsheet would take for a formula. Passwords and secrets are stored as hashes only and are not included.
`.replaceAll('\n', '\r\n');
