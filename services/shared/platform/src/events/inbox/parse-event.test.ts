import { randomUUID } from 'node:crypto';
import { dataSchemaOf } from '@nightshelf/contracts/events/event.ts';
import { gameRequested } from '@nightshelf/contracts/events/game-requests.ts';
import { userUpdated } from '@nightshelf/contracts/events/users.ts';
import { expect, test } from 'vitest';
import { on } from '../handler.ts';
import { type EventKnowledge, InvalidEventError, parseEvent, UnknownEventError } from './parse-event.ts';

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

test('an event comes with its handler and its data', () => {
  expect(parse(event)).toMatchObject({ event: { id, aggregateversion: 3 }, data: { guid: '3030-1' } });
});

test('an event of a type that nobody handles is none of our business, whatever it looks like', () => {
  expect(parse({ type: userUpdated.type, anything: true })).toBeUndefined();
});

test('an event of a type that a newer release has brought is told from one that nobody handles', () => {
  const newer = { ...event, type: 'library.game.requested.v2' };
  expect(() => parse(newer)).toThrow(UnknownEventError);
  expect(() => parse(newer)).toThrow(expect.objectContaining({ told: { eventId: id, type: newer.type } }));
});

test.each([
  ['malformed', 'no version', { ...event, aggregateversion: undefined }, /aggregateversion/],
  ['malformed', 'version 0', { ...event, aggregateversion: 0 }, /aggregateversion/],
  ['invalid', 'wrong data', { ...event, data: { guid: 7 } }, /guid/],
  ['malformed', 'no data', { ...event, data: undefined }, /data/],
  ['malformed', 'no type', { ...event, type: undefined }, /no type/],
  ['malformed', 'a type that is none', { ...event, type: 'x'.repeat(100_000) }, /no type/],
] as const)('%s: %s is told, with the id of the event', (reason, _, value, message) => {
  expect(() => parse(value)).toThrow(InvalidEventError);
  expect(() => parse(value)).toThrow(message);
  expect(() => parse(value)).toThrow(
    expect.objectContaining({ reason, told: expect.objectContaining({ eventId: id }) }),
  );
});

test.each(['', '{', 'null', '7', '"text"', '[]'])('%j is not an event', (value) => {
  expect(() => parseEvent(value, knowledge)).toThrow(InvalidEventError);
});
