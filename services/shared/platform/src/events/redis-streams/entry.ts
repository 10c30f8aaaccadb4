import type { BusRecord, Delivery } from '../bus.ts';

/** A stream entry as Redis answers it: its id, then field, value, field, value. */
export type RawEntry = readonly [id: string, fields: readonly string[]];

/** What XREAD answers; null when nothing came in time. */
export type RawStreams = readonly (readonly [stream: string, entries: readonly RawEntry[]])[] | null;

export const headersToJson = ({ headers }: BusRecord) => JSON.stringify(headers ?? {});

/** Of any entry: what is missing is empty, and headers that are none count as none, so that nothing is passed over. */
export function toDelivery(topic: string, partition: number, [offset, fields]: RawEntry): Delivery {
  const values: Record<string, string> = {};
  for (let index = 0; index + 1 < fields.length; index += 2) values[fields[index] ?? ''] = fields[index + 1] ?? '';
  // Whoever puts an entry without a value aside as a dead letter wants to see what was in it.
  const { k: key = '', v: value = JSON.stringify(fields), h: headers = '{}' } = values;
  return { topic, partition, offset, key, value, headers: parseHeaders(headers) };
}

function parseHeaders(json: string): Record<string, string> {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {};
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}
