import { expect, test } from 'vitest';
import { sectionOf } from './changelog.ts';

const changelog = `# Changelog

## Unreleased

- Not yet.

## 1.10.0 (2026-12-01)

### For everybody

- Ten.

## [1.1.0] - 2026-11-01

- One.

## 1.0.0

### For operators
`;

test("returns the text between a version's heading and the next", () => {
  expect(sectionOf(changelog, '1.10.0')).toBe('### For everybody\n\n- Ten.\n');
  expect(sectionOf(changelog, '1.1.0')).toBe('- One.\n');
});

test.each([
  ['an unknown version', '2.0.0'],
  ['a prefix of another version', '1.1'],
  ['a version that a pattern would match', '1x10.0'],
  ['a version without text', '1.0.0'],
])('finds no section for %s', (_, version) => {
  expect(sectionOf(changelog, version)).toBeUndefined();
});

test('assigns the unreleased section to no version', () => {
  expect(sectionOf('## Unreleased\n\n- Not yet.\n', '1.0.0')).toBeUndefined();
});
