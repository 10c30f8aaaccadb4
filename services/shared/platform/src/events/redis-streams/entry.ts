import type { Delivery } from '../bus.ts';

/** A stream entry as Redis returns it: its id, then field, value, field, value. */
export type RawEntry = readonly [id: string, fields: readonly string[]];

/** The response of XREAD; null after a timeout. */
export type RawStreams = readonly (readonly [stream: string, entries: readonly RawEntry[]])[] | null;

/** Converts any entry, so that none is skipped: missing fields and invalid headers become empty. */
export function toDelivery(topic: string, partition: number, [offset, fields]: RawEntry): Delivery {
  const values: Record<string, string> = {};
  for (let index = 0; index + 1 < fields.length; index += 2) values[fields[index] ?? ''] = fields[index + 1] ?? '';
  // Keeps the raw fields of an entry without a value for its dead letter.
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
