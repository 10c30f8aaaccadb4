import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { EntryFields, LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { PlaySession } from '@nightshelf/contracts/play-sessions.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { type EntryChanges, requestOf } from '../library/api.ts';
import type { CallName, Change, Part, Question, Sent } from '../library/sync/change.ts';
import { temporaryEntry } from '../library/sync/overlay.ts';

/** A queued change in the format of database version 1. */
export interface OldChange {
  readonly kind: keyof typeof callOf;
  readonly key: string;
  readonly order: number;
  readonly guid: string;
  readonly tab: string;
  readonly waits?: boolean;
  readonly together?: boolean;
  readonly action?: string;
  readonly rounds?: number;
  readonly asks?: Omit<Question, 'saved'> & { readonly session?: PlaySession; readonly playthrough?: Playthrough };
  readonly sent?: {
    readonly key: string;
    readonly id?: string;
    readonly version?: number;
    readonly changes?: EntryChanges;
    readonly touching?: EntryChanges;
  };
  readonly game?: GameSummary;
  readonly at?: number;
  readonly base?: LibraryEntry;
  readonly fields?: Partial<EntryFields & PlaySession & Playthrough>;
  readonly changes?: EntryChanges;
  readonly session?: PlaySession;
  readonly playthrough?: Playthrough;
}

const callOf = {
  add: 'addEntry',
  update: 'updateEntry',
  remove: 'removeEntry',
  restore: 'restoreEntry',
  log: 'logPlaySession',
  relog: 'changePlaySession',
  unlog: 'removePlaySession',
  'add-playthrough': 'addPlaythrough',
  'change-playthrough': 'changePlaythrough',
  'remove-playthrough': 'removePlaythrough',
} as const satisfies Record<string, CallName>;

/** Converts an unsent change of version 1; a change of a later release stays as it is. */
export function upgradedChanges(old: OldChange): readonly Change[] {
  const { kind, game, at = 0, fields, changes = {}, session, playthrough, asks, sent, ...same } = old;
  const call: CallName | undefined = callOf[kind];
  if (!call) return [old as unknown as Change];
  const { key, order } = same;
  const base = game ? temporaryEntry(key, game, fields as EntryFields, at) : same.base;
  const part: Part | undefined = session ?? playthrough;
  const saved = asks?.session ?? asks?.playthrough;
  const body = call === 'addEntry' ? fields : call === 'updateEntry' ? changes : undefined;
  const change = {
    ...{ ...same, call, base },
    ...(body && { body }),
    ...(part && {
      before: /^(log|add-)/.test(kind) ? null : part,
      now: /^(unlog|remove-)/.test(kind) ? null : { ...part, ...fields },
    }),
    ...(asks && { asks: { why: asks.why, changes: asks.changes, message: asks.message, ...(saved && { saved }) } }),
  } as Change;
  const upgraded = sent ? { ...change, sent: upgradedRequest(change, sent) } : change;
  if (call !== 'restoreEntry' || !old.changes || !base) return [upgraded];
  // A restoration and the edit that follows it are two calls.
  return [upgraded, { ...same, call: 'updateEntry', key: `${key}-then`, order: order + 0.5, base, body: changes }];
}

/** Returns the sent request with its key, because the server may have received it. */
function upgradedRequest(change: Change, sent: NonNullable<OldChange['sent']>): Sent {
  const { key, id = change.base.id, version = change.base.version, touching } = sent;
  const request = requestOf(change, { id, version }, sent.changes);
  return { key, entryId: id, request, ...(touching && { touching }) };
}
