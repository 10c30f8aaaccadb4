import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import { playthroughFaults } from '@nightshelf/contracts/play-rules.ts';
import type { PlaythroughFields } from '@nightshelf/contracts/playthroughs.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { invalid } from '@nightshelf/platform/errors/coded-error.ts';
import { refuseFuture } from '../journal/refuse-session.ts';

/** @throws CodedError 422 for contradictory fields or future days */
export async function refuseFaulty(em: EntityManager, fields: PlaythroughFields): Promise<void> {
  const faults = playthroughFaults(fields);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  await refuseFuture(em, 'started_on', fields.started_on);
  await refuseFuture(em, 'ended_on', fields.ended_on);
}

/** @throws CodedError 422 for the id of another user's or a removed game's playthrough */
export async function refuseTakenPlaythrough(em: EntityManager, id: string): Promise<void> {
  const found = await em.execute<object[]>('select 1 from playthroughs where id = ?', [id]);
  if (found.length > 0) throw invalid({ id: ['A playthrough with this id already exists'] });
}

/** The columns that a user writes, in the order of `valuesOf`. */
export const writtenColumns = [
  'platform_id',
  'platform_not_listed',
  'copy',
  'started_on',
  'ended_on',
  'hours',
  'completion',
  'dropped_at',
] as const;

export const valuesOf = (fields: PlaythroughFields) => [
  fields.platform_id === notListed ? null : fields.platform_id,
  fields.platform_id === notListed,
  fields.copy || null,
  fields.started_on,
  fields.ended_on,
  fields.hours,
  fields.completion,
  fields.dropped_at || null,
];
