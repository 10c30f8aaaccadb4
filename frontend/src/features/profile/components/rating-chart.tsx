import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { formatCount } from '../../../lib/format.ts';
import { Chart } from '../charts/chart.tsx';
import { type Bar, gamesByRating, leaders } from '../charts/chart-data.ts';
import { Columns } from '../charts/columns.tsx';
import { profileTexts } from '../texts.ts';

/** The vault's rating filter uses ranges. */
function gamesRated({ key }: Bar): string {
  const rating = Number(key);
  const range = rating >= 9 ? '9-10' : rating >= 7 ? '7-8' : rating >= 5 ? '5-6' : '1-4';
  return `/library?rating=${range}`;
}

const texts = profileTexts.charts.rating;

const rowOf = (bar: Bar) => ({
  key: bar.key,
  name: texts.name(bar.key),
  amount: formatCount(bar.total),
  to: bar.total > 0 ? gamesRated(bar) : undefined,
});

export function RatingChart({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const bars = gamesByRating(entries);
  const favourites = leaders(bars).map(({ key }) => key);
  const rated = bars.reduce((sum, { total }) => sum + total, 0);
  return (
    <Chart
      title={texts.title}
      summary={rated > 0 ? texts.summary(rated, entries.length, favourites) : texts.none}
      columns={[texts.column, profileTexts.charts.games]}
      rows={rated > 0 ? bars.map(rowOf) : []}
    >
      <Columns bars={bars} labelOf={({ key }) => key} addressOf={gamesRated} />
    </Chart>
  );
}
