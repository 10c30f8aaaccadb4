import { expect, test } from 'vitest';
import { withTag } from './overlay.ts';

const release = `images:
  - name: nightshelf/auth
    newTag: 0.1.0
  - name: nightshelf/library
    newTag: 0.1.0
replacements:
  - source: {}`;

test('a release sets every tag and nothing else', () => {
  expect(withTag(release, '0.2.0')).toBe(release.replaceAll('0.1.0', '0.2.0'));
});

test('a release of one image leaves the others', () => {
  expect(withTag(release, '0.2.0', 'library')).toBe(`images:
  - name: nightshelf/auth
    newTag: 0.1.0
  - name: nightshelf/library
    newTag: 0.2.0
replacements:
  - source: {}`);
});
