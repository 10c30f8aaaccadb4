import type { LibraryEntry } from '@nightshelf/contracts';
import { formatCount } from '../../../lib/format.ts';
import { Chart } from '../charts/chart.tsx';
import { gamesByRating, leaders } from '../charts/chart-data.ts';
import { Columns } from '../charts/columns.tsx';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.charts.rating;

/** The histogram of ratings. */
export function RatingChart({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const bars = gamesByRating(entries);
  const favourites = leaders(bars).map(({ key }) => key);
  const rated = bars.reduce((sum, { total }) => sum + total, 0);
  return (
    <Chart
      title={texts.title}
      summary={rated > 0 ? texts.summary(rated, entries.length, favourites) : texts.none}
      columns={[texts.column, profileTexts.charts.games]}
      rows={rated > 0 ? bars.map(({ key, total }) => ({ key, name: texts.name(key), amount: formatCount(total) })) : []}
    >
      <Columns bars={bars} label={texts.title} labelOf={({ key }) => key} />
    </Chart>
  );
}
