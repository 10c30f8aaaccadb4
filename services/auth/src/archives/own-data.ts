import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '@nightshelf/platform/database/instant.ts';
import { listActivity } from '../activity/activity.ts';
import { listTokens } from '../api-tokens/api-tokens.ts';
import { deviceName } from '../clients/device-name.ts';
import type { BrowserSessions } from '../sessions/browser-sessions.ts';
import { showOwnUser } from '../users/presenter.ts';
import type { User } from '../users/user.ts';
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
    sessions.list(user.id),
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

account.json    your profile, linked accounts, API tokens (without their secrets) and where you are signed in
activity        what happened to your account, as far back as it is kept
follows         whom you follow and who follows you
notifications   what you are told, as far as it is kept; notification-settings.json has what you chose, and the browsers it is sent to
library         every game of your vault, with what you wrote about it; saved-views.json has the views that you saved,
                lists.json your lists of games, favourites.json those that stand for you on your profile,
                imports.json what you imported in the last 30 days, row by row, choices.json the
                games that you chose for names, steam.json the account that your vault is
                synchronised with, history.json what changed in it, game by game, as
                far back as you have it kept: what has the same action was done at once; removed.json what you removed and can
                bring back, with what you played of it and the lists that it was in
playthroughs    how you went through them, and sessions: when you played, how long, and what you said about it; the playthrough_id
                of a session is the id of its playthrough

Lists come twice: as .json, complete, and as .csv for a spreadsheet. CSV files are UTF-8 with a byte-order mark. A quote (')
stands before whatever a spreadsheet would take for a formula. Passwords and secrets are kept as hashes only and are not here.
`.replaceAll('\n', '\r\n');
