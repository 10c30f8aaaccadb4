import type { BusRecord } from '../events/bus.ts';
import { beginSpan } from './spans.ts';

const traceparentOf = ({ value }: BusRecord) => /"traceparent":"([\da-f-]{55})"/.exec(value)?.[1];

/**
 * Begins a span for each record that names a parent. Nothing is parsed, because most processes trace nothing.
 * @returns a function that ends the spans when the bus has responded
 */
export function traceRecords(records: readonly BusRecord[]): () => void {
  const spans = records.flatMap((record) => {
    const traceparent = traceparentOf(record);
    if (!traceparent) return [];
    const attributes = { 'messaging.destination.name': record.topic };
    return [beginSpan({ name: `publish ${record.topic}`, kind: 'producer', traceparent, attributes }).span];
  });
  return () => {
    for (const span of spans) span.end();
  };
}
