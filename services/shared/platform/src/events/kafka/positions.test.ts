import { expect, test } from 'vitest';
import { BusLostContentError } from '../delivery/publish-errors.ts';
import type { Connection } from './connection.ts';
import { Positions } from './positions.ts';

const positions = () => new Positions(async () => new Map(), {} as Connection<never>);
const stored = (baseOffset: string) => [{ topicName: 'read', partition: 0, errorCode: 0, baseOffset }];

test('detects a topic that was set back by records below the acknowledged offset', () => {
  const acknowledged = new Map([['read:0', 'id 9']]);
  expect(() => positions().note(stored('7'), new Map(), acknowledged)).toThrow(BusLostContentError);
  expect(acknowledged.get('read:0')).toBe('id 9');
});

test('replaces the offset with that of newer records', () => {
  const acknowledged = new Map([['read:0', 'id 9']]);
  positions().note(stored('10'), new Map([['read:0', 3]]), acknowledged);
  expect(acknowledged.get('read:0')).toBe(' 12');
});
