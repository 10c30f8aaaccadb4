import { randomUUID } from 'node:crypto';
import { dataSchemaOf } from '@nightshelf/contracts/events/event.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { userUpdated } from '@nightshelf/contracts/events/users.ts';
import { expect, test } from 'vitest';
import { on } from '../handler.ts';
import { type EventKnowledge, InvalidEventError, parseEvent } from './parse-event.ts';

const id = randomUUID();
const event = {
  specversion: '1.0',
  id,
  source: '/services/library',
  type: gameRequested.type,
  time: '2026-01-02T03:04:05.678Z',
  subject: '3030-1',
  datacontenttype: 'application/json',
  dataschema: dataSchemaOf(gameRequested.type),
  aggregateversion: 3,
  data: { guid: '3030-1' },
};
const handlers = new Map([[gameRequested.type, on(gameRequested, async () => undefined)]]);
const knowledge: EventKnowledge = { handlers, known: new Set([gameRequested.type, userUpdated.type]) };
const parse = (value: unknown) => parseEvent(JSON.stringify(value), knowledge);

test('returns an event with its handler and its data', () => {
  expect(parse(event)).toMatchObject({ event: { id, aggregateversion: 3 }, data: { guid: '3030-1' } });
});

test('ignores a known event type without a handler, even with invalid data', () => {
  expect(parse({ type: userUpdated.type, anything: true })).toBeUndefined();
});

test('distinguishes an unknown event type of a newer release from one without a handler', () => {
  const newer = { ...event, type: 'library.game.requested.v2' };
  const about = { eventId: id, type: newer.type };
  expect(() => parse(newer)).toThrow(expect.objectContaining({ reason: 'unknown', about }));
});

test.each([
  ['malformed', 'no version', { ...event, aggregateversion: undefined }, /aggregateversion/],
  ['malformed', 'version 0', { ...event, aggregateversion: 0 }, /aggregateversion/],
  ['invalid', 'wrong data', { ...event, data: { guid: 7 } }, /guid/],
  ['malformed', 'no data', { ...event, data: undefined }, /data/],
  ['malformed', 'no type', { ...event, type: undefined }, /no type/],
  ['malformed', 'a type that is none', { ...event, type: 'x'.repeat(100_000) }, /no type/],
] as const)('rejects an event as %s, with its id: %s', (reason, _, value, message) => {
  expect(() => parse(value)).toThrow(InvalidEventError);
  expect(() => parse(value)).toThrow(message);
  expect(() => parse(value)).toThrow(
    expect.objectContaining({ reason, about: expect.objectContaining({ eventId: id }) }),
  );
});

test.each(['', '{', 'null', '7', '"text"', '[]'])('rejects %j, which is not an event', (value) => {
  expect(() => parseEvent(value, knowledge)).toThrow(InvalidEventError);
});
