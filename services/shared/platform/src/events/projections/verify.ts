import type { Logger } from '../../logging/logger.ts';
import type { Difference } from './compare.ts';
import { Comparison, type ComparisonOptions } from './comparison.ts';
import { mend, removeCopies } from './mend.ts';
import { batchSize } from './questions.ts';
import { fingerprintsOf, type Pair } from './subject-pairs.ts';

/** What a verification has found and done. */
export interface Report {
  readonly rows: number;
  readonly differences: number;
  readonly kinds: Readonly<Partial<Record<Difference | 'count', number>>>;
  /** Some of the differences, as `<kind> <subject>`. */
  readonly named: readonly string[];
  /** Differences that are still there. */
  readonly left: number;
}

export interface VerifyOptions extends ComparisonOptions {
  readonly logger: Logger;
  /** Everything is published again, whether it differs or not, and however much the owner disowns is removed. */
  readonly rebuild: boolean;
}

const namedAtMost = 20;

/** More copies than this, and than one of a hundred, that the owner disowns are left to an operator: it may be at fault. */
const disownedAtMost = 100;

/** Compares a projection with what its owner has, and mends every difference. */
export async function verify(options: VerifyOptions): Promise<Report> {
  const { projection, rebuild, work, logger } = options;
  const comparison = new Comparison(options);
  if (rebuild) await publishEverything(comparison);
  const { rows, found } = await comparison.differences();
  const { left, unknown } = await mend(comparison, found);
  const mayRemove = rebuild || unknown.length <= Math.max(disownedAtMost, rows / 100);
  const removed = mayRemove ? await removeCopies(comparison, unknown) : [];
  const recounted = (await projection.recount?.(work)) ?? [];
  const named = [
    ...found.slice(0, namedAtMost).map(({ difference, subject }) => `${difference} ${subject}`),
    ...recounted.slice(0, namedAtMost).map((name) => `count ${name}`),
  ].slice(0, namedAtMost);
  const differences = found.length + recounted.length;
  const stillLeft = left.length + unknown.length - removed.length;
  const topic = projection.view.topic;
  if (differences > 0) logger.warn({ topic, differences, named, left: stillLeft }, 'Copies differed from their owner');
  if (!mayRemove) logger.error({ topic, disowned: unknown.length }, 'Too much is disowned to be removed unasked');
  return { rows, differences, kinds: kindsOf(found, recounted.length), named, left: stillLeft };
}

/** A page at a time, each handled before the next, so that neither bus nor consumer is flooded. */
async function publishEverything(comparison: Comparison): Promise<void> {
  const { ask, projection } = comparison.options;
  await comparison.awaitConsumer('0');
  let next: { part: number; after: string | null } | null = { part: 0, after: null };
  let pending: Pair[] = [];
  while (next) {
    const page: Awaited<ReturnType<typeof ask<'page'>>> = await ask({
      what: 'page',
      view: projection.view.name,
      ...next,
    });
    const owners = fingerprintsOf(page.subjects);
    const own = await comparison.rows.find([...owners.keys()]);
    for (const [subject, owner] of owners) {
      pending.push({ subject, owner, own: own.get(subject) ?? { subject, version: 0, hash: null } });
    }
    next = page.next;
    if (pending.length < rebuiltAtOnce && next) continue;
    await mend(comparison, pending);
    pending = [];
  }
}

const rebuiltAtOnce = 10 * batchSize;

function kindsOf(found: readonly { readonly difference: Difference }[], recounted: number): Report['kinds'] {
  const kinds: Partial<Record<Difference | 'count', number>> = {};
  for (const { difference } of found) kinds[difference] = (kinds[difference] ?? 0) + 1;
  return recounted > 0 ? { ...kinds, count: recounted } : kinds;
}
