import type { BusRecord, PublishOutcome } from '../bus.ts';
import { lineOf, RecordHeldBackError, refuseOversized } from './publish-errors.ts';

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
