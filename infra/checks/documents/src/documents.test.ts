import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const documents = stdout.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Links to files of the checkout, as written. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^\w+:/.test(link));

/** Anchors that GitHub and GitLab make of headings. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function hasTarget(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchorsIn(read(target)).includes(anchor);
}

test.each(documents)('every link in %s has a target', (document) => {
  expect(linksIn(read(document)).filter((link) => !hasTarget(document, link))).toEqual([]);
});

test('finds links without a target', () => {
  expect(hasTarget('README.md', 'docs/gone.md')).toBe(false);
  expect(hasTarget('README.md', 'CONTRIBUTING.md#gone')).toBe(false);
  expect(hasTarget('README.md', 'CONTRIBUTING.md#promises-that-every-change-keeps')).toBe(true);
});
