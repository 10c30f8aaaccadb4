import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { formatCount } from '../../../lib/format.ts';
import { Chart } from '../charts/chart.tsx';
import { gamesByMonth, leaders } from '../charts/chart-data.ts';
import { Columns } from '../charts/columns.tsx';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.charts.month;
const wholeName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' });
const initial = new Intl.DateTimeFormat(undefined, { month: 'narrow' });

/** Returns the first day of a `YYYY-MM` in local time. */
function dayOf(month: string): Date {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(year, number - 1, 1);
}

export function MonthChart({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const bars = gamesByMonth(entries, new Date());
  const busiest = leaders(bars);
  const most = busiest[0]?.total ?? 0;
  const added = bars.reduce((sum, { total }) => sum + total, 0);
  const nameOf = (month: string) => wholeName.format(dayOf(month));
  return (
    <Chart
      title={texts.title}
      summary={
        most > 0
          ? texts.summary(
              added,
              busiest.map(({ key }) => nameOf(key)),
              most,
            )
          : texts.none
      }
      columns={[texts.column, profileTexts.charts.games]}
      rows={most > 0 ? bars.map(({ key, total }) => ({ key, name: nameOf(key), amount: formatCount(total) })) : []}
    >
      <Columns bars={bars} labelOf={({ key }) => initial.format(dayOf(key))} />
    </Chart>
  );
}
