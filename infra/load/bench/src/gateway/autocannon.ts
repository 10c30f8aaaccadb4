import { createRequire } from 'node:module';

/** The part of autocannon, which comes without types, that is used here. */
type Autocannon = (options: {
  url: string;
  connections: number;
  /** Requests in all. */
  amount: number;
  /** Milliseconds between samples; a run ends with one, so that a short run takes at least as long. */
  sampleInt: number;
  setupClient: (client: { setHeaders(headers: Record<string, string>): void }) => void;
}) => Promise<{
  errors: number;
  timeouts: number;
  non2xx: number;
  requests: { average: number; total: number };
  latency: { p50: number; p99: number };
}>;

export const autocannon: Autocannon = createRequire(import.meta.url)('autocannon');
