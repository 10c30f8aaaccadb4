import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntryFields, LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Hours } from '@nightshelf/contracts/play-rules.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { EntryChanges } from '../api.ts';

/** The request of a change, kept until acknowledged, also over a reload; the server runs each key only once. */
export type Attempt =
  | { readonly kind: 'add'; readonly key: string; readonly fields: EntryFields }
  | {
      readonly kind: 'update';
      readonly key: string;
      readonly id: string;
      readonly version: number;
      readonly changes: EntryChanges;
      /** Fields that are not sent because they were changed elsewhere too. */
      readonly touching: EntryChanges;
    }
  | { readonly kind: 'remove'; readonly key: string; readonly id: string; readonly version: number }
  | { readonly kind: 'restore'; readonly key: string; readonly id: string }
  | {
      readonly kind: PlayChange['kind'];
      readonly key: string;
      /** Id of the entry. */
      readonly id: string;
      /** The session after the change; for a removal, before it. */
      readonly session: PlaySession;
    }
  | {
      readonly kind: PlaythroughChange['kind'];
      readonly key: string;
      /** Id of the entry. */
      readonly id: string;
      /** The playthrough after the change; for a removal, before it. */
      readonly playthrough: Playthrough;
    };

/** Why a change needs the user's decision. */
export interface Question {
  /**
   * `conflict`: the same part was changed elsewhere; `gone`: the game was removed elsewhere; `refused`: the server
   * rejected it.
   */
  readonly why: 'conflict' | 'gone' | 'refused';
  /** Changes that are not stored. */
  readonly changes: EntryChanges;
  /** The server's message. */
  readonly message?: string;
  /** The session as it was saved elsewhere. */
  readonly session?: PlaySession;
  /** The playthrough as it was saved elsewhere. */
  readonly playthrough?: Playthrough;
}

interface Made {
  /** Intent key, and id of the change. */
  readonly key: string;
  /** Queue order, ascending; changes of different entries may overtake each other. */
  readonly order: number;
  readonly guid: string;
  /** The tab that made the change and is notified of its outcome. */
  readonly tab: string;
  /** The user knows that the change is pending; from then on only report a rejection. */
  readonly waits?: boolean;
  /** Part of a bulk change whose outcome is reported once for all. */
  readonly together?: boolean;
  /** Id of the bulk action that this change belongs to. */
  readonly action?: string;
  readonly sent?: Attempt | undefined;
  /** How often the change was rebased onto a newer version. */
  readonly rounds?: number;
  readonly asks?: Question;
  /** Removals seen while the change was in flight: an older response must not restore the entry. */
  readonly buried?: readonly { readonly id: string; readonly version: number }[];
  /** Wait for the server's current state before sending: the game was already added elsewhere. */
  readonly held?: boolean;
  /** The whole vault was read while the change was in flight, so intermediate removals are unknown. */
  readonly unsure?: boolean;
}

export interface Addition extends Made {
  readonly kind: 'add';
  /** The game as it was on screen. */
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
  /** Edits to apply once the entry is restored. */
  readonly changes?: EntryChanges;
}

/** The fields of a session that the user fills in. */
export type SessionWords = Pick<PlaySession, 'day' | 'minutes' | 'note' | 'spoiler' | 'playthrough_id'>;

interface Played extends Made {
  readonly base: LibraryEntry;
  /** The parts of the entry's hours before this change, as far as this device knows. */
  readonly hours: Hours;
}

export interface SessionLog extends Played {
  readonly kind: 'log';
  /** The client chooses the id, so that a late resend does not log the session twice. */
  readonly session: PlaySession;
}

export interface SessionEdit extends Played {
  readonly kind: 'relog';
  /** The session as the user saw it. */
  readonly session: PlaySession;
  readonly fields: SessionWords;
}

export interface SessionRemoval extends Played {
  readonly kind: 'unlog';
  readonly session: PlaySession;
}

export type PlayChange = SessionLog | SessionEdit | SessionRemoval;

/** The fields of a playthrough that the user fills in. */
export type PlaythroughWords = Pick<
  Playthrough,
  'platform_id' | 'copy' | 'started_on' | 'ended_on' | 'hours' | 'completion' | 'dropped_at'
>;

interface OfPlaythrough extends Made {
  readonly base: LibraryEntry;
  /** The playthrough as the user saw it; a new one has the id that it will keep on the server. */
  readonly playthrough: Playthrough;
}

export interface PlaythroughAddition extends OfPlaythrough {
  readonly kind: 'add-playthrough';
}

export interface PlaythroughEdit extends OfPlaythrough {
  readonly kind: 'change-playthrough';
  /** Includes the platform's name, which the server would otherwise add. */
  readonly fields: PlaythroughWords & Pick<Playthrough, 'platform'>;
}

export interface PlaythroughRemoval extends OfPlaythrough {
  readonly kind: 'remove-playthrough';
}

export type PlaythroughChange = PlaythroughAddition | PlaythroughEdit | PlaythroughRemoval;

/** A change of a part of an entry that has its own id. */
export type PartChange = PlayChange | PlaythroughChange;

/** A user's change that the server has not acknowledged yet. */
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

/** Returns false for kinds that a later, rolled-back release has queued. */
export const isOfKnownKind = ({ kind }: Change): boolean => kind in kinds;

export const isPlay = (change: Change): change is PlayChange =>
  change.kind === 'log' || change.kind === 'relog' || change.kind === 'unlog';

export const isOfPlaythrough = (change: Change): change is PlaythroughChange => 'playthrough' in change;

export const isOfPart = (change: Change): change is PartChange => isPlay(change) || isOfPlaythrough(change);

/** Returns the session or playthrough of a change. */
export const partOf = (change: PartChange): PlaySession | Playthrough =>
  isPlay(change) ? change.session : change.playthrough;

/** Id of an entry until its addition is acknowledged. */
export const temporaryId = (key: string): string => `new-${key}`;

export const isTemporary = ({ id }: Pick<LibraryEntry, 'id'>): boolean => id.startsWith('new-');

/** Returns whether the change is still to be sent; one that waits for the user's decision blocks nothing. */
export const isPending = ({ asks }: Change): boolean => asks === undefined;

export const inOrder = (queue: readonly Change[]): Change[] => queue.toSorted((one, other) => one.order - other.order);
