import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { slugOf } from '../../../entities/entry/entry-keys.ts';
import { Chart } from '../charts/chart.tsx';
import { type Bar, hoursByPlatform, leaders } from '../charts/chart-data.ts';
import { Rows } from '../charts/rows.tsx';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.charts.platform;
/** At most this many bars; text sums up the other platforms. */
const most = 6;

const sum = (bars: readonly Bar[]) => bars.reduce((hours, { total }) => hours + total, 0);
const gamesOn = ({ key }: Bar) => `/library?${new URLSearchParams({ platform: key === '' ? 'none' : slugOf(key) })}`;
const nameOf = ({ key }: Bar) => key || texts.unknown;

/** Names the leading platforms. Games without a platform never lead. */
export function platformsSentence(bars: readonly Bar[]): string {
  const total = sum(bars);
  const unsaid = bars.find(({ key }) => key === '')?.total ?? 0;
  const first = leaders(bars.filter(({ key }) => key !== ''));
  const most = first[0]?.total;
  if (total === 0) return texts.none;
  if (most === undefined) return texts.allUnsaid(total);
  const sentence = texts.summary(first.map(nameOf), most, total);
  return unsaid > most ? `${sentence} ${texts.unsaid(unsaid)}` : sentence;
}

export function PlatformChart({ entries }: { readonly entries: readonly LibraryEntry[] }) {
  const bars = hoursByPlatform(entries);
  // One more bar takes no more space than the line that would replace it.
  const shown = bars.length > most + 1 ? bars.slice(0, most) : bars;
  const others = bars.slice(shown.length);
  return (
    <Chart
      title={texts.title}
      summary={platformsSentence(bars)}
      columns={[texts.column, texts.hours]}
      rows={bars.map((bar) => ({ key: bar.key, name: nameOf(bar), amount: texts.amount(bar.total) }))}
    >
      <Rows
        bars={shown}
        label={texts.title}
        labelOf={nameOf}
        amountOf={texts.amount}
        addressOf={gamesOn}
        rest={others.length > 0 ? { label: texts.others(others.length), total: sum(others) } : null}
      />
    </Chart>
  );
}
