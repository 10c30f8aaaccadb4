import type { Comparison } from './comparison.ts';
import { batchSize } from './questions.ts';
import { inBatches } from './subject-pairs.ts';

/**
 * Days after which an unknown subject's version is deleted: longer than any older event can arrive from a bus (a week)
 * or a dead letter (thirty days).
 */
const untoldDays = 60;

const pageSize = 2000;

interface Seen {
  readonly subject: string;
  readonly version: string;
  readonly is_kept: boolean;
  readonly is_noted: boolean;
}

/**
 * Deletes the versions of subjects removed so long ago that neither their owner nor any event knows them. It first
 * records that a subject is unknown, and deletes the version once that has held at every check.
 * @returns how many were deleted
 */
export async function forgetVersions(comparison: Comparison): Promise<number> {
  let forgotten = 0;
  for (let after = ''; ; ) {
    comparison.options.onStep();
    const page = await nextPage(comparison, after);
    const known = page.filter(({ is_kept }) => is_kept);
    const unknown: Seen[] = [];
    for (const batch of inBatches(
      page.filter(({ is_kept }) => !is_kept),
      batchSize,
    )) {
      const pairs = await comparison.look(batch.map(({ subject }) => subject));
      for (const [i, { owner, own }] of pairs.entries()) {
        const seen = batch[i];
        if (seen) (owner || own.hash !== null ? known : unknown).push(seen);
      }
    }
    forgotten += await note(
      comparison,
      known.filter(({ is_noted }) => is_noted),
      unknown,
    );
    const last = page.at(-1);
    if (!last || page.length < pageSize) return forgotten;
    after = last.subject;
  }
}

function nextPage({ options, rows }: Comparison, after: string): Promise<Seen[]> {
  const { work, consumer, projection } = options;
  return work.query().execute<Seen[]>(
    `select seen.subject, seen.version, kept.found is not null as is_kept, seen.untold_since is not null as is_noted
     from (
       select subject, version, untold_since from inbox_versions
       where consumer = ? and topic = ? and subject > ? order by subject limit ${pageSize}
     ) seen
     left join lateral (select true as found from ${projection.table} kept where ${rows.matches('seen.subject')}) kept on true
     order by seen.subject`,
    [consumer, projection.view.topic, after],
  );
}

function note({ options }: Comparison, known: readonly Seen[], unknown: readonly Seen[]): Promise<number> {
  if (known.length + unknown.length === 0) return Promise.resolve(0);
  const { work, consumer, projection } = options;
  const given = [consumer, projection.view.topic];
  return work.transaction(async ({ em }) => {
    await em.execute(
      `update inbox_versions set untold_since = null
       where consumer = ? and topic = ? and subject in (select jsonb_array_elements_text(?::jsonb))`,
      [...given, JSON.stringify(known.map(({ subject }) => subject))],
    );
    const same = `seen.consumer = ? and seen.topic = ? and seen.subject = given.subject and seen.version = given.version`;
    const told = JSON.stringify(unknown.map(({ subject, version }) => ({ subject, version })));
    const of = 'jsonb_to_recordset(?::jsonb) as given (subject text, version bigint)';
    await em.execute(
      `update inbox_versions seen set untold_since = clock_timestamp() from ${of} where ${same} and seen.untold_since is null`,
      [told, ...given],
    );
    const gone = await em.execute<unknown[]>(
      `delete from inbox_versions seen using ${of}
       where ${same} and seen.untold_since < clock_timestamp() - interval '${untoldDays} days' returning 1`,
      [told, ...given],
    );
    return gone.length;
  });
}
