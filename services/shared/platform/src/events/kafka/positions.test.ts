import { expect, test } from 'vitest';
import { BusLostContentError, Marks } from '../delivery/marks.ts';
import type { Connection } from './connection.ts';
import { Positions } from './positions.ts';

const positions = () => new Positions(async () => new Map(), {} as Connection<never>);
const stored = (baseOffset: string) => [{ topicName: 'read', partition: 0, errorCode: 0, baseOffset }];

test('detects a topic that was set back by records below the highest offset, in either order of offsets', () => {
  const marks = new Marks({ 'read:0': 'id 9' });
  marks.add({ 'read:0': 'id 4' });
  expect(() => positions().note(stored('7'), new Map(), marks)).toThrow(BusLostContentError);
  expect(marks.of('read', 0)).toEqual(['id 9', 'id 4']);
});

test('replaces all offsets with that of records behind the highest one', () => {
  const marks = new Marks({ 'read:0': 'id 9' });
  marks.add({ 'read:0': 'id 4' });
  positions().note(stored('10'), new Map([['read:0', 3]]), marks);
  expect(marks.of('read', 0)).toEqual([' 12']);
});
