import { expect, test } from 'vitest';
import { dragged, type Lifted, placeByKey, scrollAt } from './lifted.ts';

const lifted: Lifted = { entryId: 'a', by: 'pointer', from: 2, to: 2, offset: 0 };
const rows = { count: 5, top: 100, pitch: 50 };

test('moves a game to the place under the pointer and keeps it there', () => {
  expect(dragged(lifted, rows, 215, 15)).toMatchObject({ to: 2, offset: 0 });
  expect(dragged(lifted, rows, 260, 15)).toMatchObject({ to: 3, offset: -5 });
  expect(dragged(lifted, rows, -900, 15)).toMatchObject({ to: 0 });
  expect(dragged(lifted, rows, 900, 15)).toMatchObject({ to: 4 });
  // The list has scrolled by one row under a resting pointer.
  expect(dragged(lifted, { ...rows, top: 50 }, 215, 15)).toMatchObject({ to: 3, offset: 0 });
});

test('moves by one, by ten or to an end, and no further', () => {
  expect(placeByKey('ArrowDown', 3, 5)).toBe(4);
  expect(placeByKey('ArrowDown', 4, 5)).toBe(4);
  expect(placeByKey('ArrowUp', 0, 5)).toBe(0);
  expect(placeByKey('PageDown', 3, 50)).toBe(13);
  expect(placeByKey('PageUp', 3, 50)).toBe(0);
  expect([placeByKey('Home', 3, 50), placeByKey('End', 3, 50)]).toEqual([0, 49]);
  expect(placeByKey('x', 3, 5)).toBeUndefined();
});

test('scrolls faster the closer the pointer is to an edge', () => {
  const edges = { top: 60, bottom: 70 };
  expect(scrollAt(400, 800, edges)).toBe(0);
  expect(scrollAt(130, 800, edges)).toBe(-1);
  expect(scrollAt(0, 800, edges)).toBe(-18);
  expect(scrollAt(799, 800, edges)).toBe(18);
});
