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

/** The channels' videos of the last ten days, by the given clock. */
export class ReviewSchedule {
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Returns all videos, newest first. A listed video keeps its id and time. */
  videos(): Video[] {
    const now = this.#now();
    const newest = Math.floor(now.getTime() / span);
    return reviews.map((_, back) => videoOfSpan(newest - back)).filter(({ published }) => published <= now);
  }

  videosOf(channel: Channel): Video[] {
    return this.videos().filter((video) => video.channel === channel);
  }

  videoWithId(id: string): Video | undefined {
    return this.videos().find((video) => video.id === id);
  }
}
