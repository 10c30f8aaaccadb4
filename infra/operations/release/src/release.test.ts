import { describe, expect, it } from 'vitest';
import { builtImages, type Checkout, releasedValues, sectionOf, tagFaults } from './release.ts';

describe('sectionOf', () => {
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

  it("returns the text between a version's heading and the next", () => {
    expect(sectionOf(changelog, '1.10.0')).toBe('### For everybody\n\n- Ten.\n');
    expect(sectionOf(changelog, '1.1.0')).toBe('- One.\n');
  });

  it.each([
    ['an unknown version', '2.0.0'],
    ['a prefix of another version', '1.1'],
    ['a version that a pattern would match', '1x10.0'],
    ['a version without text', '1.0.0'],
  ])('finds no section for %s', (_, version) => {
    expect(sectionOf(changelog, version)).toBeUndefined();
  });

  it('assigns the unreleased section to no version', () => {
    expect(sectionOf('## Unreleased\n\n- Not yet.\n', '1.0.0')).toBeUndefined();
  });
});

describe('tagFaults', () => {
  const checkout: Checkout = {
    packageVersion: '1.2.0',
    changelog: '## 1.2.0\n\n- Something.\n\n## 1.1.0\n\n- Before.\n',
    manifestVersions: ['1.2.0', '1.2.0'],
    tagsHere: ['v1.2.0'],
  };

  it('accepts a tag that matches the checkout', () => {
    expect(tagFaults('v1.2.0', checkout)).toEqual([]);
  });

  const previous = { manifestVersions: ['1.1.0'], tagsHere: ['v1.1.0'] };
  it.each<[string, string, Partial<Checkout>, RegExp]>([
    ['another version', 'v1.1.0', previous, /package\.json is of .* 1\.2\.0/],
    ['no version', 'v1', {}, /is no version/],
    ['build metadata', 'v1.2.0+1', {}, /is no version/],
    ['no v', '1.2.0', {}, /is no version/],
    ['manifests of another version', 'v1.2.0', { manifestVersions: ['1.2.0', '1.1.0'] }, /k8s\/.* version 1\.1\.0/],
    ['no section', 'v1.2.0', { changelog: '## Unreleased\n\n- Something.\n' }, /nothing under "## 1\.2\.0"/],
    ['a tag of another commit', 'v1.2.0', { tagsHere: [] }, /no tag v1\.2\.0 at this commit/],
  ])('refuses %s', (_, tag, change, message) => {
    expect(tagFaults(tag, { ...checkout, ...change })).toEqual([expect.stringMatching(message)]);
  });

  it('reports every fault together', () => {
    expect(tagFaults('v2.0.0', checkout)).toHaveLength(4);
  });
});

describe('builtImages', () => {
  const digest = `sha256:${'0a'.repeat(32)}`;
  const auth = `ghcr.io/somebody/nightshelf/auth@${digest}`;

  it('reads name, repository and digest from a line', () => {
    expect(builtImages(`${auth}\n\n`, ['auth'])).toEqual([
      { name: 'auth', repository: 'ghcr.io/somebody/nightshelf/auth', digest },
    ]);
    expect(builtImages(`registry.example:5000/games/nightshelf/auth@${digest}`, ['auth'])[0]?.repository).toBe(
      'registry.example:5000/games/nightshelf/auth',
    );
  });

  it.each([
    ['a tag', 'ghcr.io/somebody/nightshelf/auth:1.0.0', 'Not an image by its digest'],
    ['half a digest', auth.slice(0, -1), 'Not an image by its digest'],
    ['uppercase letters', auth.replace('somebody', 'Somebody'), 'Not an image by its digest'],
    ['no registry', `auth@${digest}`, 'Not an image by its digest'],
    ['nothing', '', /not $/],
    ['a duplicate', `${auth}\n${auth}`, 'not auth, auth'],
    ['an unknown image', `${auth}\n${auth.replace('auth', 'strange')}`, 'not auth, strange'],
  ])('refuses %s', (_, list, message) => {
    expect(() => builtImages(list, ['auth'])).toThrow(message);
  });
});

describe('releasedValues', () => {
  const values =
    '# Where from.\nimage:\n  registry: ""\n  tag: 1.2.0\n\n# How many.\nreplicas: 1\nhost: games.example\n';

  it('sets only the registry', () => {
    expect(releasedValues(values, 'ghcr.io/somebody')).toBe(values.replace('""', '"ghcr.io/somebody"'));
  });

  it('refuses to replace an existing registry', () => {
    expect(() => releasedValues(values.replace('""', 'registry.example'), 'ghcr.io/somebody')).toThrow('already');
  });
});
