import type { Transaction } from '@nightshelf/platform/database/transaction.ts';

/** Notifies viewers of the user's page that it has changed. */
export const tellPage = ({ tell }: Pick<Transaction, 'tell'>, userId: string) =>
  tell({ to: { page: userId }, event: 'page', data: { user_id: userId } });
