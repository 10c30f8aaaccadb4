import type { View } from '@nightshelf/contracts/events/views.ts';
import type { Work } from '../../database/work.ts';
import { type Fingerprint, viewHash } from './fingerprint.ts';
import { type OwnedSubject, subjectOf } from './owned.ts';
import type { ToldFingerprint } from './questions.ts';

/** Returns the fingerprint of an owner's subject. */
export const fingerprint = (view: View, owned: OwnedSubject): Fingerprint => {
  const { event, data, version, removed } = owned;
  return {
    subject: subjectOf(owned),
    version,
    hash: removed ? null : viewHash(view, event.data.parse(data), version),
  };
};

export const told = (view: View, owned: OwnedSubject): ToldFingerprint => {
  const { subject, version, hash } = fingerprint(view, owned);
  return [subject, version, hash];
};

/** Returns the id of the newest event that the owner has recorded. */
export async function newestRecorded(work: Work): Promise<string> {
  const [row] = await work.query().execute<{ mark: string }[]>('select coalesce(max(id), 0)::text as mark from outbox');
  return row?.mark ?? '0';
}
