import type { BusRecord, Delivery } from '../bus.ts';

/** A stream entry as Redis answers it: its id, then field, value, field, value. */
export type RawEntry = readonly [id: string, fields: readonly string[]];

/** What XREAD answers; null when nothing came in time. */
export type RawStreams = readonly (readonly [stream: string, entries: readonly RawEntry[]])[] | null;

export const headersToJson = ({ headers }: BusRecord) => JSON.stringify(headers ?? {});

export function toDelivery(topic: string, partition: number, [offset, fields]: RawEntry): Delivery {
  const values: Record<string, string> = {};
  for (let index = 0; index + 1 < fields.length; index += 2) values[fields[index] ?? ''] = fields[index + 1] ?? '';
  const { k: key = '', v: value = '', h: headers = '{}' } = values;
  return { topic, partition, offset, key, value, headers: JSON.parse(headers) };
}
