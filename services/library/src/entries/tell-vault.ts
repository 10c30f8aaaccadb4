import type { EntryHint } from '@nightshelf/contracts/live.ts';
import type { Transaction } from '@nightshelf/platform/database/transaction.ts';

/** Notifies the user's other devices of a changed entry. @param entry with its new version, or its removal's */
export function tellVault({ tell }: Pick<Transaction, 'tell'>, userId: string, entry: EntryHint): void {
  const { entry_id, guid, version } = entry;
  tell({ to: { user: userId }, event: 'vault', data: { entry_id, guid, version } });
}
