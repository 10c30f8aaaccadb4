import type { ApiToken } from '@nightshelf/contracts/api-tokens.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '../activity/instant-column.ts';

/** The columns of a token as its owner may see it: an ApiToken. */
export const shownColumns = [
  'id',
  'name',
  'scopes',
  ...['created_at', 'ends_at', 'last_used_at'].map(instantColumn),
].join();

/** The user's tokens, the newest first, those that have ended of late included. */
export async function listTokens(em: EntityManager, userId: string): Promise<ApiToken[]> {
  return em.execute<ApiToken[]>(`select ${shownColumns} from api_tokens where user_id = ? order by id desc`, [userId]);
}
