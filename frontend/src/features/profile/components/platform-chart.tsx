import type { LibraryEntry } from '@nightshelf/contracts';
import { Chart } from '../charts/chart.tsx';
import { type Bar, hoursByPlatform } from '../charts/chart-data.ts';
import { Rows } from '../charts/rows.tsx';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.charts.platform;
/** At most this many bars; the other platforms are summed up in words. */
const most = 6;

const sum = (bars: readonly Bar[]) => bars.reduce((hours, { total }) => hours + total, 0);
const nameOf = ({ key }: Bar) => key || texts.unknown;

/** Platforms by the hours played on them. */
export function PlatformChart({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const bars = hoursByPlatform(entries);
  // One bar more takes no more room than the line that would stand for it.
  const shown = bars.length > most + 1 ? bars.slice(0, most) : bars;
  const others = bars.slice(shown.length);
  const [first] = bars;
  return (
    <Chart
      title={texts.title}
      summary={first ? texts.summary(nameOf(first), first.total, sum(bars)) : texts.none}
      columns={[texts.column, texts.hours]}
      rows={bars.map((bar) => ({ key: bar.key, name: nameOf(bar), amount: texts.amount(bar.total) }))}
    >
      <Rows
        bars={shown}
        label={texts.title}
        labelOf={nameOf}
        amountOf={texts.amount}
        rest={others.length > 0 ? { label: texts.others(others.length), total: sum(others) } : null}
      />
    </Chart>
  );
}
