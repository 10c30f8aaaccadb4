import { z } from 'zod';
import type { Digest } from './fingerprint.ts';

/** Maximum subjects in one request. */
export const batchSize = 500;
/** Maximum fingerprints in one response, to bound the owner's time and both sides' memory. */
export const rangeSize = 2000;

const subjects = z.array(z.string().min(1)).max(batchSize);
const view = z.string();

/**
 * A consumer's request to the owner of a topic.
 * - `page`: fingerprints of the subjects after one, removed subjects included, at most `limit` (a batch without it)
 * - `find`: fingerprints of given subjects
 * - `published`: whether the events recorded up to `mark` are on the bus
 * - `publish`: publish the current state of given subjects again
 * - `digest`, `list`: requests of the previous release, see answer-whole.ts
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

/** A fingerprint on the wire: subject, version, hash. */
export type ToldFingerprint = readonly [subject: string, version: number, hash: string | null];

/** Start of a page of the owner's subjects: its part, and the subject before it; null for the first. */
export interface Place {
  readonly part: number;
  readonly after: string | null;
}

export interface Answers {
  readonly page: {
    readonly subjects: readonly ToldFingerprint[];
    /** Start of the next page; null after the last. */
    readonly next: Place | null;
    /** Id of the newest event that the owner had recorded by then; absent from an owner of the previous release. */
    readonly mark?: string;
  };
  readonly find: { readonly subjects: readonly ToldFingerprint[] };
  readonly published: { readonly published: boolean };
  readonly publish: {
    /** Subjects that the owner does not know, not even as removed. */
    readonly unknown: readonly string[];
  };
  readonly digest: { readonly digests: readonly Digest[] };
  readonly list: { readonly subjects: readonly ToldFingerprint[]; readonly mark: string };
}

/** On the wire: `id` names the response. */
export const asked = z.object({ id: z.uuid(), question: z.unknown() });

export type Reply = { readonly answer: unknown } | { readonly fault: string };

export const questionsKey = (topic: string) => `projections:questions:${topic}`;
export const answerKey = (id: string) => `projections:answer:${id}`;
