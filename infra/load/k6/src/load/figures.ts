import { z } from 'zod';

const trend = z.object({ med: z.number(), 'p(95)': z.number(), 'p(99)': z.number(), max: z.number() });
const metrics = z.object({ metrics: z.record(z.string(), z.unknown()) });
const counter = z.object({ count: z.number(), rate: z.number() });
const share = z.object({ value: z.number() });

/** Durations in milliseconds. */
export interface Durations {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** What came of a run. */
export interface Figures {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly journeys: number;
  /** Journeys that could not be begun in time: the rate was not offered. */
  readonly droppedJourneys: number;
  /** Share of requests that failed, 0 to 1. */
  readonly failedShare: number;
  readonly failedRequests: number;
  readonly durations: Durations;
  readonly byCall: ReadonlyArray<Durations & { readonly call: string }>;
}

/** Reads what k6 writes with --summary-export. */
export function readFigures(exported: unknown): Figures {
  const all = metrics.parse(exported).metrics;
  const requests = counter.parse(all.http_reqs);
  const failedShare = share.parse(all.http_req_failed).value;
  const countOf = (name: string) => counter.safeParse(all[name]).data?.count ?? 0;
  return {
    requests: requests.count,
    requestsPerSecond: requests.rate,
    journeys: countOf('iterations'),
    droppedJourneys: countOf('dropped_iterations'),
    failedShare,
    failedRequests: Math.round(failedShare * requests.count),
    durations: durations(all.http_req_duration),
    byCall: Object.entries(all).flatMap(([name, values]) => {
      const call = name.match(/^http_req_duration\{name:(.+)\}$/)?.[1];
      const measured = call && trend.safeParse(values).data;
      return measured && measured.max > 0 ? [{ call, ...durations(values) }] : [];
    }),
  };
}

function durations(values: unknown): Durations {
  const { med, max, 'p(95)': p95, 'p(99)': p99 } = trend.parse(values);
  return { p50: med, p95, p99, max };
}
