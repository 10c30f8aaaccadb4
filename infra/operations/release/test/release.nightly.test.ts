import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { beforeEach, expect, test } from 'vitest';
import { releasedImages } from '../src/released-images.ts';

/** A checkout with its own commit and the files of a release. */
let checkout: string;
const main = join(checkoutRoot, 'infra/operations/release/src/main.ts');
const { version } = JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8')) as { version: string };

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args], { cwd: checkout });
const commit = () => {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'release', '--no-gpg-sign');
};
const release = (...args: string[]) =>
  spawnSync(process.execPath, [main, ...args], {
    cwd: checkout,
    encoding: 'utf8',
    env: { ...process.env, GITHUB_REPOSITORY_OWNER: 'Some-Body', GITHUB_OUTPUT: join(checkout, '.git/output') },
  });

beforeEach(() => {
  checkout = temporaryFolder();
  const parts = ['package.json', 'k8s/components/release', 'k8s/chart'];
  for (const path of parts) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(join(checkoutRoot, path), join(checkout, path), { recursive: true });
  }
  writeFileSync(join(checkout, '.gitignore'), 'images.txt\ndist\n');
  writeFileSync(join(checkout, 'CHANGELOG.md'), `# Changelog\n\n## ${version}\n\n- The first.\n`);
  git('init', '--quiet');
  commit();
});

test('accepts a lightweight or annotated tag on this commit', () => {
  git('tag', `v${version}`);
  git('tag', '--annotate', '--message', 'so', 'v9.9.9');
  const { status, stderr } = release('check', `v${version}`);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const outputs = readFileSync(join(checkout, '.git/output'), 'utf8');
  expect(outputs).toMatch(new RegExp(`^version=${version}\nregistry=ghcr\\.io/some-body\nimages=\\[.*\\]\n$`));
  expect(release('check', 'v9.9.9').stderr).not.toContain('git has no tag');
});

test('refuses a tag on the previous commit and a tag that disagrees with the checkout', () => {
  git('tag', `v${version}`);
  writeFileSync(join(checkout, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- The first.\n');
  commit();
  const { status, stderr } = release('check', `v${version}`);
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    `v${version} is not released: CHANGELOG.md has nothing under "## ${version}"`,
    `v${version} is not released: git has no tag v${version} at this commit`,
  ]);
  expect(release('check', 'v9.9.9').stderr).toContain(`package.json is of version ${version}`);
});

test('writes the release files from the image digests', () => {
  const list = releasedImages.map(
    ({ name }, index) => `ghcr.io/some-body/nightshelf/${name}@sha256:${`${index}`.repeat(64)}`,
  );
  writeFileSync(join(checkout, 'images.txt'), list.join('\n'));
  const { status, stderr } = release('files', 'images.txt', 'dist');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const read = (path: string) => readFileSync(join(checkout, 'dist', path), 'utf8');
  expect(read('notes.md')).toBe('- The first.\n');
  expect(read('files/images.txt').trim().split('\n').sort()).toEqual(list.toSorted());
  expect(read('chart/values.yaml')).toContain('registry: "ghcr.io/some-body"');
});
