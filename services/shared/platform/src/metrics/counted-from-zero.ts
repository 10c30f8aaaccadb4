import { Counter, type Registry } from 'prom-client';

interface Definition<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: Label;
  /** The label values that alerts use. */
  readonly values: readonly string[];
}

/**
 * A counter whose series exist from the start: Prometheus misses the first increase of a series that starts with its
 * first event, so an alert would miss the first failure.
 */
export function countedFromZero<Label extends string>(
  registry: Registry,
  { name, help, label, values }: Definition<Label>,
): Counter<Label> {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.labels(value).inc(0);
  return counter;
}
