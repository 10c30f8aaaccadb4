import type { DrillResult, Happened } from '../result.ts';

/** How long after a fault's beginning writes were acknowledged again, in milliseconds. */
export interface Recovery {
  readonly happened: Happened;
  /** Anybody's next one; null when none came. */
  readonly next: number | null;
  /** The same without the time in which PostgreSQL or the Redis of the sessions was itself away, frozen or full. */
  readonly nextOfOurs: number | null;
  /** Until everybody who writes had one. */
  readonly everybody: number | null;
}

/** Only writes that were sent after the fault had begun count. */
export function recoveries({ journal, writers, happened }: DrillResult): Recovery[] {
  const byWriter = writers.map((name) =>
    journal.acknowledged.filter(({ writer }) => writer === name).sort((a, b) => a.sentAt - b.sentAt),
  );
  const away = awayTimes(happened);
  return happened.map((each) => {
    const waits = byWriter.map((writes) => {
      const index = firstAtLeast(writes, each.beganAt);
      const first = writes[index];
      return first ? first.at - each.beganAt : null;
    });
    const known = waits.filter((wait) => wait !== null);
    const next = known.length > 0 ? Math.min(...known) : null;
    return {
      happened: each,
      next,
      nextOfOurs: next === null ? null : next - overlap({ from: each.beganAt, to: each.beganAt + next }, away),
      everybody: known.length === waits.length && known.length > 0 ? Math.max(...known) : null,
    };
  });
}

interface Span {
  readonly from: number;
  readonly to: number;
}

const needed = ['postgres', 'redis'];

/** When a server without which no write can be acknowledged did not serve; spans that touch are one. */
function awayTimes(happened: readonly Happened[]): Span[] {
  const spans = happened.flatMap(({ fault, beganAt, endedAt, serverAwayMs }): Span[] => {
    if (endedAt === null || !needed.includes(fault.target)) return [];
    if (serverAwayMs !== undefined) return [{ from: endedAt - serverAwayMs, to: endedAt }];
    return fault.kind.includes('full') ? [{ from: beganAt, to: endedAt }] : [];
  });
  const merged: Span[] = [];
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else merged.push(span);
  }
  return merged;
}

const overlap = ({ from, to }: Span, spans: readonly Span[]) =>
  spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0);

function firstAtLeast(writes: readonly { readonly sentAt: number }[], time: number): number {
  let [low, high] = [0, writes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((writes[middle]?.sentAt ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @returns the value that this share of the values does not exceed; undefined of none */
export function percentile(values: readonly number[], percent: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
}

export function byKind(all: readonly Recovery[]): Map<string, Recovery[]> {
  const groups = new Map<string, Recovery[]>();
  for (const each of all) {
    const { kind } = each.happened.fault;
    groups.set(kind, [...(groups.get(kind) ?? []), each]);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}
