import { createHash } from 'node:crypto';
import { gameWithId } from '../catalogue/catalogue.ts';
import type { Game } from '../catalogue/game.ts';
import { hash } from '../images/random.ts';
import { type Channel, channelWithId } from './channels.ts';
import reviews from './reviews.json' with { type: 'json' };

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
  readonly broadcast: 'none' | 'upcoming';
  readonly views: number;
}

const minute = 60_000;
/** A review appears in each span, so the newest is at most a few hours old. */
const span = 6 * 60 * minute;
/** Reviews appear up to this many minutes late within their span, so that times look human. */
const latest = 110;

/** Returns the review of a time span: the list repeats, with new ids each time. */
function videoOfSpan(index: number): Video {
  const review = reviews[index % reviews.length];
  const channel = review && channelWithId(review.channelId);
  const game = review && gameWithId(review.gameId);
  if (!review || !channel || !game) throw new RangeError(`review ${index % reviews.length} names nothing that exists`);
  const id = createHash('sha256').update(`review ${index}`).digest('base64url').slice(0, 11);
  return {
    id,
    title: review.title,
    description: review.description,
    channel,
    game,
    published: new Date(index * span + (hash(id) % latest) * minute),
    seconds: review.seconds,
    embeddable: review.embeddable,
    broadcast: review.broadcast === 'upcoming' ? 'upcoming' : 'none',
    views: 4_000 + (hash(`views ${id}`) % 900_000),
  };
}

/** Returns the channels' videos of the last ten days, by the given clock. */
export class ReviewSchedule {
  private readonly now: () => Date;

  constructor(now: () => Date) {
    this.now = now;
  }

  /** Returns all videos, newest first. A listed video keeps its id and time. */
  videos(): Video[] {
    const now = this.now();
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
