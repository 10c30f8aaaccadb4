import type { HistoryCause } from '@nightshelf/contracts/entry-history.ts';

const elsewhere: readonly HistoryCause['kind'][] = ['import', 'import_undone', 'session'];

/** What has an undo of its own, which knows of more than the entries: an import, and what was played. */
export const isUndoneElsewhere = (cause: HistoryCause | null): boolean =>
  cause !== null && elsewhere.includes(cause.kind);
