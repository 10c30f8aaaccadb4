import { Counter, type Registry } from 'prom-client';

interface Definition<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: Label;
  /** What the label can be, as far as somebody is alerted by it. */
  readonly values: readonly string[];
}

/**
 * A counter whose series are there from the start. Prometheus sees no increase in one that comes with its first event,
 * so of the first failure nobody would be alerted.
 */
export function countedFromZero<Label extends string>(
  registry: Registry,
  { name, help, label, values }: Definition<Label>,
): Counter<Label> {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.labels(value).inc(0);
  return counter;
}
