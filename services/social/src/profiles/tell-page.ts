import type { Transaction } from '@nightshelf/platform/database/transaction.ts';

/** Tells whoever has the user's page open that it shows something else now. */
export const tellPage = ({ tell }: Pick<Transaction, 'tell'>, userId: string) =>
  tell({ to: { page: userId }, event: 'page', data: { user_id: userId } });
