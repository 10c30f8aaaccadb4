import type { BusRecord } from '../bus.ts';

/** The bus works but will not have this record: too large, no such topic. Trying again soon is no use. */
export class RecordRefusedError extends Error {
  override name = 'RecordRefusedError';
}

/** Not attempted, because an earlier record of the same key has failed and order must be kept. */
export class RecordHeldBackError extends Error {
  override name = 'RecordHeldBackError';

  constructor() {
    super('An earlier record of the same key has failed');
  }
}

/**
 * Largest key and value together, in bytes: what a Kafka broker takes by default, less room for headers, so that an
 * event may travel as a dead letter too. The same on every bus.
 */
export const maxRecordBytes = 1_000_000;

/** @returns why the record is larger than any bus takes, if it is */
export function refuseOversized({ key, value }: BusRecord): RecordRefusedError | undefined {
  const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes > maxRecordBytes ? new RecordRefusedError(`${bytes} bytes are more than ${maxRecordBytes}`) : undefined;
}

/** Records of one key and topic stay in order; this names their line. */
export const lineOf = ({ topic, key }: Pick<BusRecord, 'topic' | 'key'>) => `${topic}\u0000${key}`;
