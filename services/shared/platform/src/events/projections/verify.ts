import type { Logger } from '../../logging/logger.ts';
import { beginning, Comparison, type ComparisonOptions } from './comparison.ts';
import { forgetVersions } from './forget-versions.ts';
import { mend, removeCopies } from './mend.ts';
import { advanced, begun, mayRemoveDisowned, namedAtMost, type Progress, type Report } from './progress.ts';
import { type Answers, batchSize, type Place, rangeSize } from './questions.ts';
import { fingerprintsOf, inBatches, type Pair } from './subject-pairs.ts';

export interface VerifyOptions extends ComparisonOptions {
  readonly logger: Logger;
  /** Publishes everything again, whether it differs or not, and removes all copies that the owner does not know. */
  readonly rebuild: boolean;
  /** Progress of an unfinished attempt. */
  readonly progress?: Progress | undefined;
  /** Called after each progress. */
  readonly onProgress?: (progress: Progress) => Promise<void>;
}

/** Compares a projection with its owner's data and fixes every difference. */
export async function verify(options: VerifyOptions): Promise<Report> {
  const { projection, rebuild, work, logger, onProgress = async () => undefined } = options;
  const comparison = new Comparison(options);
  const before = options.progress?.view === projection.view.name ? options.progress : begun(projection, rebuild);
  let progress = before.publishes ? await publishEverything(comparison, before, onProgress) : before;
  for await (const compared of comparison.ranges(progress.next)) {
    const { left, unknown } = await mend(comparison, compared.found);
    const removed = rebuild ? await removeCopies(comparison, unknown) : [];
    const disowned = rebuild ? [] : unknown.map(({ subject }) => subject);
    const stays = left.length + unknown.length - removed.length - disowned.length;
    progress = advanced(progress, compared, stays, disowned);
    await onProgress(progress);
  }
  const mayRemove = mayRemoveDisowned(progress);
  const disowned = mayRemove ? await removeDisowned(comparison, progress.disownedSubjects) : progress.disowned;
  const forgotten = await forgetVersions(comparison);
  const recounted = (await projection.recount?.(work)) ?? [];
  const report: Report = {
    rows: progress.rows,
    differences: progress.differences + recounted.length,
    kinds: recounted.length > 0 ? { ...progress.kinds, count: recounted.length } : progress.kinds,
    named: [...progress.named, ...recounted.map((name) => `count ${name}`)].slice(0, namedAtMost),
    left: progress.left + disowned,
  };
  const { differences, named, left } = report;
  const topic = projection.view.topic;
  if (differences > 0) logger.warn({ topic, differences, named, left }, 'Copies differed from their owner');
  if (forgotten > 0) logger.info({ topic, forgotten }, 'Forgot versions of what was removed long ago');
  if (!mayRemove) logger.error({ topic, disowned }, 'Too much is disowned to be removed unasked');
  return report;
}

/**
 * Removes copies that the owner still does not know.
 * @returns how many are left
 */
async function removeDisowned(comparison: Comparison, subjects: readonly string[]): Promise<number> {
  let left = 0;
  for (const batch of inBatches(subjects, batchSize)) {
    const now = await comparison.look(batch);
    const disowned = now.filter(({ owner, own }) => !owner && own.hash !== null);
    left += disowned.length - (await removeCopies(comparison, disowned)).length;
  }
  return left;
}

const rebuiltAtOnce = rangeSize;

/** Page by page, each handled before the next, so that neither the bus nor the consumer is flooded. */
async function publishEverything(
  comparison: Comparison,
  before: Progress,
  onProgress: (progress: Progress) => Promise<void>,
): Promise<Progress> {
  const { ask, projection } = comparison.options;
  await comparison.awaitConsumer('0');
  let pending: Pair[] = [];
  for (let next: Place | null = before.next; next; ) {
    const page: Answers['page'] = await ask({ what: 'page', view: projection.view.name, ...placeOf(next) });
    const owners = fingerprintsOf(page.subjects);
    const own = await comparison.rows.find([...owners.keys()]);
    for (const [subject, owner] of owners) {
      pending.push({ subject, owner, own: own.get(subject) ?? { subject, version: 0, hash: null } });
    }
    next = page.next;
    if (pending.length < rebuiltAtOnce && next) continue;
    await mend(comparison, pending);
    pending = [];
    if (next) await onProgress({ ...before, next: { ...next, own: null } });
  }
  return { ...before, publishes: false, next: beginning };
}

const placeOf = ({ part, after }: Place): Place => ({ part, after });
