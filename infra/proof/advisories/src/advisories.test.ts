import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { expect, test } from 'vitest';
import { concerned } from './concerned.ts';
import { fromOsv } from './from-osv.ts';
import { installedBy } from './installed.ts';
import { accepted, advisories } from './lists.ts';

const lock = JSON.stringify({
  packages: {
    '': { name: 'ours' },
    'services/auth': { name: '@nightshelf/auth', version: '0.1.0' },
    'node_modules/@nightshelf/auth': { link: true },
    'node_modules/left': { version: '1.4.0' },
    'node_modules/other/node_modules/left': { version: '2.0.0-rc.1', dev: true },
    'node_modules/alias': { name: '@scope/right', version: '3.1.0' },
  },
});

const document = {
  id: 'GHSA-0000-0000-0000',
  summary: 'It falls over',
  published: '2026-05-01T10:00:00Z',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'left' },
      ranges: [
        { events: [{ introduced: '0' }, { fixed: '1.5.0' }, { introduced: '2.0.0-rc.0' }, { last_affected: '2.0.3' }] },
      ],
    },
    { package: { ecosystem: 'PyPI', name: 'left' }, versions: ['9.0.0'] },
    { package: { ecosystem: 'npm', name: 'elsewhere' }, versions: ['1.0.0'] },
  ],
  database_specific: { severity: 'MODERATE' },
};

test('every version in the lockfile that an advisory is about is found, also where it is nested', () => {
  const installed = installedBy(lock);
  expect(installed.map(({ name, version }) => `${name}@${version}`)).toEqual([
    'left@1.4.0',
    'left@2.0.0-rc.1',
    '@scope/right@3.1.0',
  ]);
  const known = fromOsv(document, new Set(installed.map(({ name }) => name)));
  expect(known).toMatchObject([
    { package: 'left', severity: 'moderate', affected: ['<1.5.0', '>=2.0.0-rc.0 <=2.0.3'] },
  ]);
  expect(concerned(installed, known, []).map(({ installed: { version } }) => version)).toEqual(['1.4.0', '2.0.0-rc.1']);
  const reason = 'Only our tests run it, on input of their own.';
  expect(concerned(installed, known, [{ id: document.id, package: 'left', reason }])).toEqual([]);
});

test('one that was withdrawn is none', () => {
  expect(fromOsv({ ...document, withdrawn: '2026-06-01T10:00:00Z' }, new Set(['left']))).toEqual([]);
});

test('nothing that is installed has an advisory in the list that nobody has accepted', () => {
  const installed = installedBy(readFileSync(join(checkoutRoot, 'package-lock.json'), 'utf8'));
  expect(installed.length).toBeGreaterThan(500);
  expect(advisories.length).toBeGreaterThan(0);
  expect(concerned(installed, advisories, accepted)).toEqual([]);
});

test('what was accepted is still in the list', () => {
  const known = new Set(advisories.map(({ id, package: name }) => `${id} ${name}`));
  expect(accepted.filter(({ id, package: name }) => !known.has(`${id} ${name}`))).toEqual([]);
});
