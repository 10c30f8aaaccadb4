import type { HistoryCause } from '@nightshelf/contracts/entry-history.ts';

const elsewhere: readonly HistoryCause['kind'][] = ['import', 'import_undone', 'session'];

/** Imports and play sessions have their own undo, which covers more than the entries. */
export const isUndoneElsewhere = (cause: HistoryCause | null): boolean =>
  cause !== null && elsewhere.includes(cause.kind);
