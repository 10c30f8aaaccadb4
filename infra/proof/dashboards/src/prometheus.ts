import type { Panel } from './dashboard.ts';

/** From and to in seconds since 1970. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface Series {
  readonly refId: string;
  readonly labels: Readonly<Record<string, string>>;
  /** What the legend says of it. */
  readonly name: string;
  /** Seconds since 1970, and a figure as Prometheus writes it: `NaN` and `+Inf` are some. */
  readonly values: readonly (readonly [number, string])[];
}

export interface PanelData {
  readonly id: number;
  /** Seconds between two figures. */
  readonly step: number;
  readonly series: readonly Series[];
}

/** As often as docker compose and Kubernetes ask the processes. */
const scrapedEverySeconds = 15;

/** Widths at which a dashboard of 1440 px shows a panel: Grafana asks for no more figures than that. */
const columnPx = 60;

/** Throws with what Prometheus says when it does not take the question. */
export async function figuresOf(prometheus: string, panel: Panel, range: TimeRange): Promise<PanelData> {
  const width = panel.gridPos.w * columnPx;
  const step = Math.max(scrapedEverySeconds, Math.ceil((range.to - range.from) / width));
  const asked = panel.targets.map(async ({ refId, expr, legendFormat }) => {
    const found = await queryRange(prometheus, fillIn(expr, step, range), range, step);
    return found.map(({ metric, values }) => ({ refId, labels: metric, name: legend(legendFormat, metric), values }));
  });
  return { id: panel.id, step, series: (await Promise.all(asked)).flat() };
}

/** Grafana's own variables. */
function fillIn(expr: string, step: number, { from, to }: TimeRange): string {
  return expr
    .replaceAll('$__rate_interval', `${Math.max(step + scrapedEverySeconds, 4 * scrapedEverySeconds)}s`)
    .replaceAll('$__interval', `${step}s`)
    .replaceAll('$__range', `${to - from}s`);
}

function legend(format: string | undefined, labels: Readonly<Record<string, string>>): string {
  return format?.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, label: string) => labels[label] ?? '') ?? JSON.stringify(labels);
}

type Matrix = readonly { metric: Readonly<Record<string, string>>; values: readonly (readonly [number, string])[] }[];

async function queryRange(prometheus: string, query: string, { from, to }: TimeRange, step: number): Promise<Matrix> {
  const aligned = (seconds: number) => String(Math.floor(seconds / step) * step);
  const body = new URLSearchParams({ query, start: aligned(from), end: aligned(to), step: String(step) });
  const response = await fetch(new URL('/api/v1/query_range', prometheus), { method: 'POST', body });
  const answer = (await response.json()) as { data?: { result: Matrix }; error?: string };
  if (!answer.data) throw new Error(`${answer.error}: ${query}`);
  return answer.data.result;
}
