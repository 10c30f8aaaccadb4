import { z } from 'zod';
import { guid, id } from './fields.ts';

/**
 * "This has just changed": told after a change has committed, to whoever has it on a screen. It may be lost, late or doubled,
 * and says nothing that needs a right to know; the change itself is asked for, with the rights of whoever asks.
 */
export type Hint =
  /** An entry was added, changed, removed or restored: `version` is the entry's after that. Without data: many at once. */
  | { readonly to: { readonly user: string }; readonly event: 'vault'; readonly data: EntryHint | NoData }
  /** One of the user's lists of games. */
  | { readonly to: { readonly user: string }; readonly event: 'lists'; readonly data: ListHint }
  /** The games that stand for the user. */
  | {
      readonly to: { readonly user: string };
      readonly event: 'favourites';
      readonly data: { readonly version: number };
    }
  /** An import of the user's has come further. */
  | { readonly to: { readonly user: string }; readonly event: 'imports'; readonly data: { readonly import_id: string } }
  /** What they synchronise with was looked at. */
  | { readonly to: { readonly user: string }; readonly event: 'imports'; readonly data: NoData }
  /** Whom the user follows, or by whom they are followed. */
  | { readonly to: { readonly user: string }; readonly event: 'followers'; readonly data: NoData }
  /** What the user is told, or has read. */
  | { readonly to: { readonly user: string }; readonly event: 'notifications'; readonly data: NoData }
  /** What others may see of the user's page. */
  | { readonly to: { readonly page: string }; readonly event: 'page'; readonly data: { readonly user_id: string } }
  /** What is stored of a game. */
  | { readonly to: { readonly game: string }; readonly event: 'game'; readonly data: { readonly guid: string } };

type NoData = Readonly<Record<string, never>>;

export interface EntryHint {
  readonly entry_id: string;
  readonly guid: string;
  readonly version: number;
}

/** Where the list was deleted, its version is null. */
export interface ListHint {
  readonly list_id: string;
  readonly version: number | null;
}

/** A hint as it arrives: a newer release may tell of more kinds, which are handed on as they are. */
export const toldHint = z.object({
  to: z.union([z.object({ user: id }), z.object({ page: id }), z.object({ game: guid })]),
  // It becomes a line of its own.
  event: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  data: z.record(z.string(), z.json()),
});

export type ToldHint = z.infer<typeof toldHint>;

/** What `GET /api/live` sends, by the event's name, beside the hints. */
export interface LiveSigns {
  /** From now on nothing is missed: whoever gets it, the first time and again, asks for what has changed. */
  readonly hello: NoData;
  /** The last one: the session has ended, or the gateway restarts and the client comes again after a random while. */
  readonly end: { readonly reason: 'session' | 'restart' };
}

/** Most users, and most games, that one stream tells of. */
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
