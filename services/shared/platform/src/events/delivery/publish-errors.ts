import type { BusRecord } from '../bus.ts';

/** The bus works but refuses this record: it is too large or has no topic. An immediate retry cannot help. */
export class RecordRefusedError extends Error {
  override name = 'RecordRefusedError';
}

/** The bus lacks records that it acknowledged: it was emptied, replaced or restored to an earlier state. */
export class BusLostContentError extends Error {
  override name = 'BusLostContentError';
}

/** Not attempted, because an earlier record of the same key has failed and the order must be kept. */
export class RecordHeldBackError extends Error {
  override name = 'RecordHeldBackError';

  constructor() {
    super('An earlier record of the same key has failed');
  }
}

/**
 * Largest key and value together on any bus: Kafka's default limit less room for headers, so that an event also fits
 * into a dead letter.
 */
export const maxRecordBytes = 1_000_000;

/** @returns an error when the record is larger than any bus accepts */
export function refuseOversized({ key, value }: BusRecord): RecordRefusedError | undefined {
  const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes > maxRecordBytes ? new RecordRefusedError(`${bytes} bytes are more than ${maxRecordBytes}`) : undefined;
}

/** Identifies the records that must stay in order: one key of one topic. */
export const lineOf = ({ topic, key }: Pick<BusRecord, 'topic' | 'key'>) => `${topic}\u0000${key}`;
