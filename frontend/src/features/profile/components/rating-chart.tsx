import type { LibraryEntry } from '@nightshelf/contracts';
import { formatCount } from '../../../lib/format.ts';
import { Chart } from '../charts/chart.tsx';
import { gamesByRating, largest } from '../charts/chart-data.ts';
import { Columns } from '../charts/columns.tsx';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.charts.rating;

/** The histogram of ratings. */
export function RatingChart({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const bars = gamesByRating(entries);
  const favourite = largest(bars);
  const rated = bars.reduce((sum, { total }) => sum + total, 0);
  return (
    <Chart
      title={texts.title}
      summary={favourite ? texts.summary(rated, entries.length, favourite.key) : texts.none}
      columns={[texts.column, profileTexts.charts.games]}
      rows={favourite ? bars.map(({ key, total }) => ({ key, name: texts.name(key), amount: formatCount(total) })) : []}
    >
      <Columns bars={bars} label={texts.title} labelOf={({ key }) => key} />
    </Chart>
  );
}
