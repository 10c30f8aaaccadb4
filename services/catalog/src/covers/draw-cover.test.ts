import { expect, test } from 'vitest';
import { drawCover } from './draw-cover.ts';

/** Checks that elements nest correctly, values are valid numbers and text contains no bare markup. */
function isWellFormed(svg: string): boolean {
  const open: string[] = [];
  for (const [, close, name = '', single] of svg.matchAll(/<(\/?)([\w:]+)(?:\s+[\w:-]+="[^"<]*")*\s*(\/?)>/g)) {
    if (single) continue;
    if (!close) open.push(name);
    else if (open.pop() !== name) return false;
  }
  const rest = svg.replace(/<\/?[\w:]+(?:\s+[\w:-]+="[^"<]*")*\s*\/?>/g, '');
  return open.length === 0 && !/[<>]|undefined|&(?!(amp|lt|gt|quot|#39);)/.test(rest) && !/NaN|undefined/.test(svg);
}

test.each([
  'Portal 2',
  'The Legend of Zelda: Breath of the Wild',
  'ゼルダの伝説 ブレス オブ ザ ワイルド',
  'لعبة',
  '🎮',
  '???',
  '<script>alert("1")</script> & more',
  'a'.repeat(500),
  'word '.repeat(100),
  '\u{20bb7}'.repeat(250),
])('draws a well-formed cover for %s', (name) => {
  const svg = drawCover(name);
  expect(isWellFormed(svg)).toBe(true);
  expect(svg.isWellFormed()).toBe(true);
  expect(svg.length).toBeLessThan(80_000);
});

test('draws the same cover for the same name, and another for another name', () => {
  expect(drawCover('Portal')).toBe(drawCover('Portal'));
  expect(drawCover('Portal')).not.toBe(drawCover('Portal 2'));
});
