import type { ApiToken } from '@nightshelf/contracts/api-tokens.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { instantColumn } from '../activity/instant-column.ts';

/** The columns of an ApiToken. */
export const shownColumns = [
  'id',
  'name',
  'scopes',
  ...['created_at', 'ends_at', 'last_used_at'].map(instantColumn),
].join();

/** Returns the user's tokens, newest first, including recently expired ones. */
export async function listTokens(em: EntityManager, userId: string): Promise<ApiToken[]> {
  return em.execute<ApiToken[]>(`select ${shownColumns} from api_tokens where user_id = ? order by id desc`, [userId]);
}
