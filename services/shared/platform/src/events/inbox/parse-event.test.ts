import { randomUUID } from 'node:crypto';
import { dataSchemaOf, gameRequested } from '@nightshelf/contracts';
import { expect, test } from 'vitest';
import { on } from '../handler.ts';
import { InvalidEventError, parseEvent } from './parse-event.ts';

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
const parse = (value: unknown) => parseEvent(JSON.stringify(value), handlers);

test('an event comes with its handler and its data', () => {
  expect(parse(event)).toMatchObject({ event: { id, aggregateversion: 3 }, data: { guid: '3030-1' } });
});

test('an event of a type that nobody handles is none of our business, whatever it looks like', () => {
  expect(parse({ type: 'library.game.requested.v2', anything: true })).toBeUndefined();
});

test.each([
  ['no version', { ...event, aggregateversion: undefined }, /aggregateversion/],
  ['version 0', { ...event, aggregateversion: 0 }, /aggregateversion/],
  ['wrong data', { ...event, data: { guid: 7 } }, /guid/],
  ['no data', { ...event, data: undefined }, /data/],
  ['no type', { ...event, type: undefined }, /no type/],
])('%s is told, with the id of the event', (_, value, message) => {
  expect(() => parse(value)).toThrow(message);
  try {
    parse(value);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidEventError);
    expect(error).toMatchObject({ eventId: id });
  }
});

test.each(['', '{', 'null', '7', '"text"', '[]'])('%j is not an event', (value) => {
  expect(() => parseEvent(value, handlers)).toThrow(InvalidEventError);
});
