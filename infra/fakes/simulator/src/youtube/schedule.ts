import { createHash } from 'node:crypto';
import { type Game, gameWithId, hash } from '../catalogue/games.ts';
import channels from './channels.json' with { type: 'json' };
import reviews from './reviews.json' with { type: 'json' };

export type Channel = (typeof channels)[number];

export interface Video {
  /** 11 characters. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly channel: Channel;
  readonly game: Game;
  readonly published: Date;
  /** Length in seconds; 0 before the broadcast. */
  readonly seconds: number;
  readonly embeddable: boolean;
  /** `none` or `upcoming`. */
  readonly broadcast: string;
}

const minute = 60_000;
/** A review appears in each span, so the newest is at most a few hours old. */
const span = 6 * 60 * minute;
/** Reviews appear up to this many minutes late within their span, so that times look human. */
const latest = 110;

/** Returns the review of a time span: the list repeats, with new ids each time. */
function videoOfSpan(index: number): Video {
  const place = index % reviews.length;
  const review = reviews[place];
  const channel = channels.find(({ channelId }) => channelId === review?.channelId);
  const game = gameWithId(review?.gameId ?? 0);
  if (!review || !channel || !game) throw new RangeError(`review ${place} is invalid`);
  const id = createHash('sha256').update(`review ${index}`).digest('base64url').slice(0, 11);
  return { ...review, id, channel, game, published: new Date(index * span + (hash(id) % latest) * minute) };
}

/** Returns all channels' videos of the last ten days, newest first. A listed video keeps its id and time. */
export function recentVideos(now = Date.now()): Video[] {
  const newest = Math.floor(now / span);
  return reviews.map((_, back) => videoOfSpan(newest - back)).filter(({ published }) => published.getTime() <= now);
}

export const videoWithId = (id: string): Video | undefined => recentVideos().find((video) => video.id === id);
