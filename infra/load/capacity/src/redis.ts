import { topics } from '@nightshelf/contracts';
import { demandOf } from './demand.ts';
import { figure } from './figures.ts';
import type { Question } from './question.ts';

export interface RedisLoad {
  /** Bytes of the durable server: sessions, and with Redis Streams all events that are kept. */
  readonly sessions: number;
  readonly streams: number;
  /** Commands a second at the peak, of both servers together. */
  readonly commands: number;
  /** Messages a second that every single gateway hears: hints, and sessions that were touched. */
  readonly heard: number;
}

/** A session's last use is written at most so often, in seconds. */
const touchedEvery = 60;
/** Requests of a user for which the points of a limit are fetched at once, for two limits each. */
const [pointsAtOnce, limits] = [20, 2] as const;

export function redisOf(question: Question): RedisLoad {
  const { users, sessions, online, events, bus, peak } = question;
  const { entryChanges, signedIn, requests, calls } = demandOf(question);
  const retained = topics['library.entries'].retentionMs / 1000;
  const published = entryChanges * events + calls.follow;
  const touches = (users * online) / touchedEvery;
  // One hint to the owner's devices, one to whoever has the page open.
  const hints = entryChanges * 2;
  // Append, read and acknowledge by each of two consumers.
  const ofStreams = bus === 'redis' ? published * 5 : 0;
  return {
    sessions: users * sessions * figure('redis.session'),
    // At the mean, not the peak, for as long as a topic is kept.
    streams: bus === 'redis' ? (published / peak) * retained * figure('event.bytes') : 0,
    // A session is asked for once a second at most: for every request, where people make fewer.
    commands: signedIn + (requests * limits) / pointsAtOnce + touches + hints + ofStreams,
    heard: hints + touches,
  };
}
