import type { EntryFields, LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { AnyRequest } from '../../../lib/api-client.ts';

export type EntryChanges = Partial<EntryFields & Pick<LibraryEntry, 'is_shared' | 'tags'>>;

/** A part of an entry that has its own id. */
export type Part = PlaySession | Playthrough;

export const isSession = (part: Part): part is PlaySession => 'minutes' in part;

/** The request of a change, kept until it is acknowledged, also over a reload; the server runs each key only once. */
export interface Sent {
  readonly key: string;
  readonly request: AnyRequest;
  /** Id of the entry when the request was made. */
  readonly entryId: string;
  /** Fields that are not sent because they were changed elsewhere too. */
  readonly touching?: EntryChanges;
}

/** Why a change needs the user's decision. */
export interface Question {
  /**
   * `conflict`: the same fields were changed elsewhere; `gone`: the game was removed elsewhere; `refused`: the server
   * rejected it.
   */
  readonly why: 'conflict' | 'gone' | 'refused';
  /** Changes that are not stored. */
  readonly changes: EntryChanges;
  readonly message?: string;
  /** The session or playthrough as it was saved elsewhere. */
  readonly saved?: Part;
}

interface Queued {
  /** Intent key, and id of the change. */
  readonly key: string;
  readonly order: number;
  readonly guid: string;
  /** The entry as the user saw it; for an added game, the entry shown until the server responds. */
  readonly base: LibraryEntry;
  /** The tab that made the change and is notified of its outcome. */
  readonly tab: string;
  /** The user knows that the change is pending; from then on only report a rejection. */
  readonly waits?: boolean;
  /** Part of a bulk change whose outcome is reported once for all. */
  readonly together?: boolean;
  /** Id of the bulk action that this change belongs to. */
  readonly action?: string;
  readonly sent?: Sent | undefined;
  /** How often the change was rebased onto a newer version. */
  readonly rounds?: number;
  readonly asks?: Question | undefined;
  /** Acknowledged, but the response may be older than the known vault: shown until the next pull. */
  readonly done?: boolean;
}

export type Addition = Queued & { readonly call: 'addEntry'; readonly body: EntryFields };
export type Update = Queued & { readonly call: 'updateEntry'; readonly body: EntryChanges };
type RemovalOrUndo = Queued & { readonly call: 'removeEntry' | 'restoreEntry' };

/** A part before and after a change; null where there is none. A new part has the id that it will keep. */
export interface PartOnce<P extends Part = Part> {
  readonly before: P | null;
  readonly now: P | null;
}

export interface SessionChange extends Queued, PartOnce<PlaySession> {
  readonly call: 'logPlaySession' | 'changePlaySession' | 'removePlaySession';
}

export interface PlaythroughChange extends Queued, PartOnce<Playthrough> {
  readonly call: 'addPlaythrough' | 'changePlaythrough' | 'removePlaythrough';
}

export type PartChange = SessionChange | PlaythroughChange;

/** A call that changes the vault, queued until the server acknowledges it. */
export type Change = Addition | Update | RemovalOrUndo | PartChange;
export type CallName = Change['call'];

export const isOfPart = (change: Change): change is PartChange => 'before' in change;
export const isOfSession = (change: Change): change is SessionChange => change.call.endsWith('PlaySession');
export const isOfPlaythrough = (change: Change): change is PlaythroughChange =>
  isOfPart(change) && !isOfSession(change);

/** Returns the session or playthrough of a change; for a removal, as it was before. */
export const partOf = <P extends Part>({ before, now }: PartOnce<P>): P => (now ?? before) as P;

/** Returns a function that returns only these fields of an object. */
const picking =
  <Name extends string>(names: readonly Name[]) =>
  <From extends Readonly<Record<Name, unknown>>>(from: From) =>
    Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;

/** Returns the fields of an entry that an addition sends. */
export const entryFields = picking(['status', 'rating', 'hours_played', 'platform_id']);

/** Returns the fields of a session that the user fills in. */
export const sessionFields = picking(['day', 'minutes', 'note', 'spoiler', 'playthrough_id']);

/** Returns the fields of a playthrough that the user fills in. */
export const playthroughFields = picking([
  'platform_id',
  'copy',
  'started_on',
  'ended_on',
  'hours',
  'completion',
  'dropped_at',
]);

export type SessionFields = ReturnType<typeof sessionFields<PlaySession>>;
export type PlaythroughFields = ReturnType<typeof playthroughFields<Playthrough>>;

/** Id of an entry until its addition is acknowledged. */
export const temporaryId = (key: string): string => `new-${key}`;

export const isTemporary = ({ id }: Pick<LibraryEntry, 'id'>): boolean => id.startsWith('new-');

/** Returns whether the change is waiting to be sent. Changes that wait for the user's decision do not count. */
export const isPending = ({ asks, done }: Change): boolean => asks === undefined && !done;

/** Returns whether a dialog asks for the user's decision; an alert informs about other outcomes. */
export const isAsked = (change: Change): boolean =>
  isOfPart(change)
    ? change.asks !== undefined
    : change.asks?.why === 'conflict' || (change.asks?.why === 'refused' && change.call === 'updateEntry');

export const inOrder = (queue: readonly Change[]): Change[] => queue.toSorted((one, other) => one.order - other.order);
