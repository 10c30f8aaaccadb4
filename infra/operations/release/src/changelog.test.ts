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
  ['one that is not there', '2.0.0'],
  ['the beginning of another', '1.1'],
  ['one that only looks alike', '1x10.0'],
  ['one without a word', '1.0.0'],
])('%s has no section', (_, version) => {
  expect(sectionOf(changelog, version)).toBeUndefined();
});

test('the unreleased section belongs to no version', () => {
  expect(sectionOf('## Unreleased\n\n- Not yet.\n', '1.0.0')).toBeUndefined();
});
