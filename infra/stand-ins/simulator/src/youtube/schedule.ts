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
  /** Length in seconds; 0 while it has not been broadcast. */
  readonly seconds: number;
  readonly embeddable: boolean;
  readonly broadcast: 'none' | 'upcoming';
  readonly views: number;
}

const minute = 60_000;
/** A review appears in every such span, so the newest is never older than a few hours. */
const span = 6 * 60 * minute;
/** Within its span a review comes up to this late, so that times look human. */
const latest = 110;

/** The review of a span of time: the list is told again and again, under other ids each time. */
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

/** What the channels have published in the last ten days, by the clock it is given. */
export class ReviewSchedule {
  private readonly now: () => Date;

  constructor(now: () => Date) {
    this.now = now;
  }

  /** All videos, the newest first. A video keeps its id and its time as long as it is listed. */
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
