import type { BusRecord, PublishOutcome } from '../bus.ts';

/** The bus works but refuses this record: it is too large or has no topic. An immediate retry cannot help. */
export class RecordRefusedError extends Error {
  override name = 'RecordRefusedError';
}

/** The bus works but refuses a batch as a whole, because of at least one of its records. */
export class BatchRefusedError extends Error {
  override name = 'BatchRefusedError';
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
const lineOf = ({ topic, key }: Pick<BusRecord, 'topic' | 'key'>) => `${topic}\u0000${key}`;

interface Sending {
  readonly index: number;
  readonly record: BusRecord;
}

/** Limits of one request; a single record may have more bytes. */
const batchLimits = { records: 500, bytes: 500_000 };

function toBatches(records: readonly BusRecord[]): Sending[][] {
  const batches: Sending[][] = [];
  let batch: Sending[] = [];
  let bytes = 0;
  for (const [index, record] of records.entries()) {
    bytes += record.value.length;
    if (batch.length === 0 || bytes > batchLimits.bytes || batch.length === batchLimits.records) {
      batch = [];
      batches.push(batch);
      bytes = record.value.length;
    }
    batch.push({ index, record });
  }
  return batches;
}

/**
 * Sends records to a bus in requests of limited size. `send` returns an outcome for each record of a batch. When it
 * rejects with BatchRefusedError, halving the batch finds the refused records; any other error becomes the outcome of
 * all unsent records.
 */
export async function publishInOrder(
  records: readonly BusRecord[],
  send: (batch: readonly BusRecord[]) => Promise<readonly PublishOutcome[]>,
): Promise<PublishOutcome[]> {
  const outcomes: PublishOutcome[] = records.map(() => undefined);
  const failedLines = new Set<string>();
  const settle = ({ index, record }: Sending, outcome: PublishOutcome) => {
    outcomes[index] = outcome;
    if (outcome) failedLines.add(lineOf(record));
    return outcome === undefined;
  };
  const batches = toBatches(records);
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    const sendable = batch.filter((one) =>
      settle(one, failedLines.has(lineOf(one.record)) ? new RecordHeldBackError() : refuseOversized(one.record)),
    );
    if (sendable.length === 0) continue;
    try {
      const sent = await send(sendable.map(({ record }) => record));
      for (const [at, one] of sendable.entries()) settle(one, sent[at]);
    } catch (error) {
      if (error instanceof BatchRefusedError && sendable.length > 1) {
        const middle = Math.ceil(sendable.length / 2);
        batches.unshift(sendable.slice(0, middle), sendable.slice(middle));
      } else if (error instanceof BatchRefusedError) {
        for (const one of sendable) settle(one, new RecordRefusedError(error.message, { cause: error }));
      } else {
        const fault = error instanceof Error ? error : new Error(String(error));
        for (const { index } of [sendable, ...batches].flat()) outcomes[index] = fault;
        return outcomes;
      }
    }
  }
  return outcomes;
}
