import { expect, test } from 'vitest';
import { drillNames, parseArguments } from './arguments.ts';

test('without arguments: everything, on the current context, with images of its own', () => {
  expect(parseArguments([])).toEqual({
    context: undefined,
    clean: false,
    keep: false,
    images: undefined,
    drills: drillNames,
  });
});

test('drills run in their order, whatever order they are named in', () => {
  expect(parseArguments(['--only', 'broken,deployed']).drills).toEqual(['deployed', 'broken']);
});

test.each([[['--only', 'fenced,flooded']], [['--only', 'broken,broken']], [['--contxt', 'a']], [['production']]])(
  '%j is refused with the usage',
  (args) => {
    expect(() => parseArguments(args)).toThrow(/Usage: npm run test:kubernetes/);
  },
);
