import type { BusRecord, PublishOutcome } from '../bus.ts';

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
function refuseOversized({ key, value }: BusRecord): RecordRefusedError | undefined {
  const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes > maxRecordBytes ? new RecordRefusedError(`${bytes} bytes are more than ${maxRecordBytes}`) : undefined;
}

/** Identifies the records that must stay in order: one key of one topic. */
export const lineOf = ({ topic, key }: Pick<BusRecord, 'topic' | 'key'>) => `${topic}\u0000${key}`;

/** Limits of one request; a single record may have more bytes. */
const chunkLimits = { records: 500, bytes: 500_000 };

/**
 * Sends records to a bus in requests of limited size. `send` returns an outcome for each record of a chunk; when it
 * rejects, the error becomes the outcome of all unsent records.
 */
export async function publishInOrder(
  records: readonly BusRecord[],
  send: (chunk: readonly BusRecord[]) => Promise<readonly PublishOutcome[]>,
): Promise<PublishOutcome[]> {
  const outcomes: PublishOutcome[] = records.map(() => undefined);
  const failedLines = new Set<string>();
  const fail = (index: number, record: BusRecord, error: Error) => {
    outcomes[index] = error;
    failedLines.add(lineOf(record));
  };
  let position = 0;
  while (position < records.length) {
    const chunk: { index: number; record: BusRecord }[] = [];
    for (let bytes = 0; position < records.length; position += 1) {
      const record = records[position] as BusRecord;
      bytes += record.value.length;
      if (chunk.length > 0 && (bytes > chunkLimits.bytes || chunk.length === chunkLimits.records)) break;
      const refusal = failedLines.has(lineOf(record)) ? new RecordHeldBackError() : refuseOversized(record);
      if (refusal) fail(position, record, refusal);
      else chunk.push({ index: position, record });
    }
    if (chunk.length === 0) continue;
    try {
      const sent = await send(chunk.map(({ record }) => record));
      for (const [at, { index, record }] of chunk.entries()) {
        const error = sent[at];
        if (error) fail(index, record, error);
      }
    } catch (error) {
      const fault = error instanceof Error ? error : new Error(String(error));
      for (const { index } of chunk) outcomes[index] = fault;
      return outcomes.fill(fault, position);
    }
  }
  return outcomes;
}
