import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntryFields, LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Hours } from '@nightshelf/contracts/play-rules.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { EntryChanges } from '../api.ts';

/** A request for a change, as it is sent until it is answered, also after a reload: its key makes the server do it once. */
export type Attempt =
  | { readonly kind: 'add'; readonly key: string; readonly fields: EntryFields }
  | {
      readonly kind: 'update';
      readonly key: string;
      readonly id: string;
      readonly version: number;
      readonly changes: EntryChanges;
      /** What is not sent, since the same fields were changed elsewhere. */
      readonly touching: EntryChanges;
    }
  | { readonly kind: 'remove'; readonly key: string; readonly id: string; readonly version: number }
  | { readonly kind: 'restore'; readonly key: string; readonly id: string }
  | {
      readonly kind: PlayChange['kind'];
      readonly key: string;
      /** Of the entry. */
      readonly id: string;
      /** As it is to be; for a removal as it was. */
      readonly session: PlaySession;
    }
  | {
      readonly kind: PlaythroughChange['kind'];
      readonly key: string;
      /** Of the entry. */
      readonly id: string;
      /** As it is to be; for a removal as it was. */
      readonly playthrough: Playthrough;
    };

/** Why a change needs the person's word. */
export interface Question {
  /** `conflict`: the same was changed elsewhere; `gone`: the game was removed elsewhere; `refused`: the server will not have it. */
  readonly why: 'conflict' | 'gone' | 'refused';
  /** What is not stored. */
  readonly changes: EntryChanges;
  /** What the server said. */
  readonly message?: string;
  /** The session as it was saved elsewhere. */
  readonly session?: PlaySession;
  /** The same of a playthrough. */
  readonly playthrough?: Playthrough;
}

interface Made {
  /** Names the intent, and the change. */
  readonly key: string;
  /** The place in the queue, ascending; changes of different entries pass each other. */
  readonly order: number;
  readonly guid: string;
  /** The tab that it was made in, which is told what becomes of it. */
  readonly tab: string;
  /** The user knows that it is kept for later: from then on only a refusal is told. */
  readonly waits?: boolean;
  /** It is one of several that are told of together. */
  readonly together?: boolean;
  /** Names what was done to several games at once, of which it is a part. */
  readonly action?: string;
  readonly sent?: Attempt | undefined;
  /** How often it was fitted to what had just been stored elsewhere. */
  readonly rounds?: number;
  readonly asks?: Question;
  /** Removals that were heard of while it was on its way: an older answer brings nothing back. */
  readonly buried?: readonly { readonly id: string; readonly version: number }[];
  /** It is sent when the server has said what it has: another addition of the same game was there before. */
  readonly held?: boolean;
  /** The whole vault was read while it was on its way, which says nothing of what came between. */
  readonly unsure?: boolean;
}

export interface Addition extends Made {
  readonly kind: 'add';
  /** As it was on screen. */
  readonly game: GameSummary;
  readonly fields: EntryFields;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Update extends Made {
  readonly kind: 'update';
  /** The entry as the user saw it when they made the changes. */
  readonly base: LibraryEntry;
  readonly changes: EntryChanges;
}

export interface Removal extends Made {
  readonly kind: 'remove';
  readonly base: LibraryEntry;
}

export interface Restoration extends Made {
  readonly kind: 'restore';
  readonly base: LibraryEntry;
  /** What to change when it is back. */
  readonly changes?: EntryChanges;
}

/** What a user says of a session. */
export type SessionWords = Pick<PlaySession, 'day' | 'minutes' | 'note' | 'spoiler' | 'playthrough_id'>;

interface Played extends Made {
  readonly base: LibraryEntry;
  /** What the entry's hours are made of before it, as far as that is known here. */
  readonly hours: Hours;
}

/** A session of an entry is logged. */
export interface SessionLog extends Played {
  readonly kind: 'log';
  /** Under the id that it will have on the server: it is logged once, however late it is sent again. */
  readonly session: PlaySession;
}

export interface SessionEdit extends Played {
  readonly kind: 'relog';
  /** As the user saw it. */
  readonly session: PlaySession;
  readonly fields: SessionWords;
}

export interface SessionRemoval extends Played {
  readonly kind: 'unlog';
  readonly session: PlaySession;
}

export type PlayChange = SessionLog | SessionEdit | SessionRemoval;

/** What a user says of a playthrough. */
export type PlaythroughWords = Pick<
  Playthrough,
  'platform_id' | 'copy' | 'started_on' | 'ended_on' | 'hours' | 'completion' | 'dropped_at'
>;

interface OfPlaythrough extends Made {
  readonly base: LibraryEntry;
  /** As the user saw it; a new one under the id that it will have on the server. */
  readonly playthrough: Playthrough;
}

export interface PlaythroughAddition extends OfPlaythrough {
  readonly kind: 'add-playthrough';
}

export interface PlaythroughEdit extends OfPlaythrough {
  readonly kind: 'change-playthrough';
  /** With the name of the platform, which the server will give it. */
  readonly fields: PlaythroughWords & Pick<Playthrough, 'platform'>;
}

export interface PlaythroughRemoval extends OfPlaythrough {
  readonly kind: 'remove-playthrough';
}

export type PlaythroughChange = PlaythroughAddition | PlaythroughEdit | PlaythroughRemoval;

/** Of something that belongs to an entry, and has an id of its own. */
export type PartChange = PlayChange | PlaythroughChange;

/** What a user has done to their vault and the server has not acknowledged yet. */
export type Change = Addition | Update | Removal | Restoration | PartChange;

const kinds: Readonly<Record<Change['kind'], true>> = {
  add: true,
  update: true,
  remove: true,
  restore: true,
  log: true,
  relog: true,
  unlog: true,
  'add-playthrough': true,
  'change-playthrough': true,
  'remove-playthrough': true,
};

/** Whether this release knows how to send it: a later one, which was taken back, may have queued other kinds. */
export const isOfKnownKind = ({ kind }: Change): boolean => kind in kinds;

export const isPlay = (change: Change): change is PlayChange =>
  change.kind === 'log' || change.kind === 'relog' || change.kind === 'unlog';

export const isOfPlaythrough = (change: Change): change is PlaythroughChange => 'playthrough' in change;

export const isOfPart = (change: Change): change is PartChange => isPlay(change) || isOfPlaythrough(change);

/** The session or the playthrough that a change is of. */
export const partOf = (change: PartChange): PlaySession | Playthrough =>
  isPlay(change) ? change.session : change.playthrough;

/** The id of an entry until its addition is answered. */
export const temporaryId = (key: string): string => `new-${key}`;

export const isTemporary = ({ id }: Pick<LibraryEntry, 'id'>): boolean => id.startsWith('new-');

/** Whether it is to be sent still: what waits for the person's word stands in the way of nothing. */
export const isPending = ({ asks }: Change): boolean => asks === undefined;

export const inOrder = (queue: readonly Change[]): Change[] => queue.toSorted((one, other) => one.order - other.order);
