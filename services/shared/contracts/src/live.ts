import { z } from 'zod';
import { guid, id } from './fields.ts';

/**
 * A notification for open clients that something has changed, sent after the commit. It may be lost, late or
 * duplicated, and contains nothing private; clients fetch the change itself with their own permissions.
 */
export type LiveNotification =
  /** An entry was added, changed, removed or restored, and now has this `version`. Without data: many entries. */
  | { readonly to: { readonly user: string }; readonly event: 'vault'; readonly data: ChangedEntry | NoData }
  /** A list of the user's games has changed. */
  | { readonly to: { readonly user: string }; readonly event: 'lists'; readonly data: ChangedList }
  /** The games on the user's profile have changed. */
  | {
      readonly to: { readonly user: string };
      readonly event: 'favourites';
      readonly data: { readonly version: number };
    }
  /** An import of the user has progressed. */
  | { readonly to: { readonly user: string }; readonly event: 'imports'; readonly data: { readonly import_id: string } }
  /** An account that the user synchronizes with was checked. */
  | { readonly to: { readonly user: string }; readonly event: 'imports'; readonly data: NoData }
  /** The user's followers or followed users have changed. */
  | { readonly to: { readonly user: string }; readonly event: 'followers'; readonly data: NoData }
  /** The user's notifications have changed or were read. */
  | { readonly to: { readonly user: string }; readonly event: 'notifications'; readonly data: NoData }
  /** The part of the user's page that other users may see has changed. */
  | { readonly to: { readonly page: string }; readonly event: 'page'; readonly data: { readonly user_id: string } }
  /** The stored data of a game has changed. */
  | { readonly to: { readonly game: string }; readonly event: 'game'; readonly data: { readonly guid: string } };

type NoData = Readonly<Record<string, never>>;

export interface ChangedEntry {
  readonly entry_id: string;
  readonly guid: string;
  readonly version: number;
}

/** The version is null when the list was deleted. */
export interface ChangedList {
  readonly list_id: string;
  readonly version: number | null;
}

/** A notification as received: kinds of a newer release are passed on unchanged. */
export const receivedNotification = z.object({
  to: z.union([z.object({ user: id }), z.object({ page: id }), z.object({ game: guid })]),
  // It becomes a line of the event stream.
  event: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  data: z.record(z.string(), z.json()),
});

export type ReceivedNotification = z.infer<typeof receivedNotification>;

/** Maximum users, and maximum games, of one stream. */
const mostTopics = 20;

const list = <Item extends z.ZodType<string, string>>(item: Item, what: string) =>
  z
    .string()
    .max(mostTopics * 81)
    .default('')
    .transform((text) => [...new Set(text.split(',').filter(Boolean))])
    .pipe(z.array(item).max(mostTopics, `At most ${mostTopics} ${what}`))
    .meta({ description: `Up to ${mostTopics} ${what}, separated by commas.` });

export const liveTopics = z.object({
  users: list(id.toLowerCase(), 'user ids'),
  games: list(guid, 'game identifiers'),
});
