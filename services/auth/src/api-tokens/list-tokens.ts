import type { ApiToken } from '@nightshelf/contracts';
import type { EntityManager } from '@nightshelf/platform';

const instant = (column: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;

/** The columns of a token as its owner may see it: an ApiToken. */
export const shownColumns = ['id', 'name', 'scopes', ...['created_at', 'ends_at', 'last_used_at'].map(instant)].join();

/** The user's tokens, the newest first, those that have ended of late included. */
export async function listTokens(em: EntityManager, userId: string): Promise<ApiToken[]> {
  return em.execute<ApiToken[]>(`select ${shownColumns} from api_tokens where user_id = ? order by id desc`, [userId]);
}
