import { z } from 'zod';
import type { Digest } from './fingerprint.ts';

/** Most subjects in one question. */
export const batchSize = 500;
/** Most fingerprints in one answer, so that it takes its owner a moment and neither side much memory. */
export const rangeSize = 2000;

const subjects = z.array(z.string().min(1)).max(batchSize);
const view = z.string();

/**
 * What a consumer asks the owner of a topic.
 * - `page`: fingerprints of what comes behind a subject, removed subjects too, as many as `limit` (a batch without it)
 * - `find`: the fingerprints of some subjects
 * - `published`: whether the events recorded up to `mark` are on the bus
 * - `publish`: publish some subjects again as they now are
 * - `digest`, `list`: what the release before asks, see answer-whole.ts
 */
export const question = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('page'),
    view,
    part: z.number().int().min(0),
    after: z.string().nullable(),
    limit: z.number().int().min(1).optional(),
  }),
  z.object({ what: z.literal('find'), view, subjects }),
  z.object({ what: z.literal('published'), mark: z.string().regex(/^\d+$/) }),
  z.object({ what: z.literal('publish'), subjects }),
  z.object({ what: z.literal('digest'), view }),
  z.object({ what: z.literal('list'), view, buckets: z.array(z.number().int()).max(256) }),
]);

export type Question = z.infer<typeof question>;

/** A fingerprint on its way: subject, version, hash. */
export type ToldFingerprint = readonly [subject: string, version: number, hash: string | null];

/** Where a page of what an owner has begins: in which of its parts, behind which subject; null for the first. */
export interface Place {
  readonly part: number;
  readonly after: string | null;
}

export interface Answers {
  readonly page: {
    readonly subjects: readonly ToldFingerprint[];
    /** Where the next page begins; null behind the last. */
    readonly next: Place | null;
    /** Names the newest event that the owner had recorded by then; an owner of the release before says nothing. */
    readonly mark?: string;
  };
  readonly find: { readonly subjects: readonly ToldFingerprint[] };
  readonly published: { readonly published: boolean };
  readonly publish: {
    /** Subjects that the owner knows nothing of, not even that they were removed. */
    readonly unknown: readonly string[];
  };
  readonly digest: { readonly digests: readonly Digest[] };
  readonly list: { readonly subjects: readonly ToldFingerprint[]; readonly mark: string };
}

/** On the wire: who asks, to be answered under that name. */
export const asked = z.object({ id: z.uuid(), question: z.unknown() });

export type Reply = { readonly answer: unknown } | { readonly fault: string };

export const questionsKey = (topic: string) => `projections:questions:${topic}`;
export const answerKey = (id: string) => `projections:answer:${id}`;
