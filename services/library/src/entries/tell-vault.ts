import type { EntryHint } from '@nightshelf/contracts/live.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';

/** Tells the user's other devices of a change to their vault. @param entry with its version after that, or its removal's */
export function tellVault({ tell }: Pick<Transaction, 'tell'>, userId: string, entry: EntryHint): void {
  const { entry_id, guid, version } = entry;
  tell({ to: { user: userId }, event: 'vault', data: { entry_id, guid, version } });
}
