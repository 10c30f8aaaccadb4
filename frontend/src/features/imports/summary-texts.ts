import type { ImportFigures, RowFate, RowUndone } from '@nightshelf/contracts/imports.ts';
import { formatCount, plural } from '../../lib/format.ts';

export const undoneTexts: Readonly<Record<RowUndone, string>> = {
  undone: 'Undone',
  partly: 'Undone except for your later edits',
  kept: 'Kept because you edited it',
  gone: 'You removed it',
};

/** Returns text such as `288 games will be added, 7 updated. 5 rows have no game yet.` */
export function summary({ fates: count }: Pick<ImportFigures, 'fates'>, isBefore: boolean): string {
  const added = `${plural(count.added, 'game')} ${isBefore ? 'will be added' : 'added'}`;
  const games = count.changed > 0 ? `${added}, ${formatCount(count.changed)} updated.` : `${added}.`;
  if (count.unmatched === 0) return games;
  const rows = plural(count.unmatched, 'row');
  return `${games} ${rows} ${count.unmatched === 1 ? 'has' : 'have'} no game${isBefore ? ' yet' : ''}.`;
}

const asideNames: readonly (readonly [
  Exclude<RowFate, 'added' | 'changed' | 'unmatched' | 'matching'>,
  string,
  string,
])[] = [
  ['unchanged', 'stays as it is', 'stay as they are'],
  ['doubled', 'duplicate', 'duplicates'],
  ['left_out', 'left out', 'left out'],
  ['unreadable', 'unreadable', 'unreadable'],
  ['refused', 'did not fit in your vault', 'did not fit in your vault'],
];

/** Returns text such as `3 stay as they are · 1 duplicate`, or an empty string. */
export const asides = ({ fates: count, undone: made }: Pick<ImportFigures, 'fates' | 'undone'>): string =>
  [
    ...asideNames.flatMap(([fate, one, many]) => (count[fate] > 0 ? [plural(count[fate], one, many)] : [])),
    ...(Object.keys(made) as RowUndone[]).flatMap((name) =>
      made[name] > 0 ? [`${undoneTexts[name]}: ${formatCount(made[name])}`] : [],
    ),
  ].join(' · ');
