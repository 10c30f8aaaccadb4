import { expect, test } from 'vitest';
import { type Lock, workspaceLock } from './workspace-lock.ts';

const lock: Lock = {
  lockfileVersion: 3,
  packages: {
    '': { workspaces: ['app', 'shared', 'tools'], devDependencies: { linter: '1.0.0' } },
    app: {
      dependencies: { '@our/shared': '1.0.0', web: '1.0.0' },
      devDependencies: { '@our/tools': '1.0.0', bundler: '1.0.0' },
    },
    'app/node_modules/deep': {},
    shared: { dependencies: { deep: '2.0.0' }, devDependencies: { '@our/tools': '1.0.0' } },
    tools: { dependencies: { heavy: '1.0.0' } },
    'node_modules/@our/app': { resolved: 'app', link: true },
    'node_modules/@our/shared': { resolved: 'shared', link: true },
    'node_modules/@our/tools': { resolved: 'tools', link: true },
    'node_modules/web': {
      dependencies: { deep: '1.0.0' },
      optionalDependencies: { 'for-macos': '1.0.0' },
      peerDependencies: { peer: '1', extra: '1' },
      peerDependenciesMeta: { extra: { optional: true } },
    },
    'node_modules/web/node_modules/deep': {},
    'node_modules/deep': {},
    'node_modules/peer': {},
    'node_modules/extra': {},
    'node_modules/bundler': {},
    'node_modules/heavy': {},
    'node_modules/linter': {},
  },
};

test('keeps runtime packages where Node resolves them, and drops tools, in production', () => {
  const { lock: kept, workspaces } = workspaceLock(lock, 'app', 'production');
  expect(workspaces).toEqual(['app', 'shared']);
  expect(Object.keys(kept.packages).sort()).toEqual([
    '',
    'app',
    'node_modules/@our/app',
    'node_modules/@our/shared',
    'node_modules/deep',
    'node_modules/peer',
    'node_modules/web',
    'node_modules/web/node_modules/deep',
    'shared',
  ]);
  expect(JSON.stringify(kept)).not.toContain('devDependencies');
  expect(kept.packages['']?.workspaces).toEqual(['app', 'shared']);
});

test('a build also has the development packages of its own workspace', () => {
  const { lock: kept, workspaces } = workspaceLock(lock, 'app', 'build');
  expect(workspaces).toEqual(['app', 'shared', 'tools']);
  expect(Object.keys(kept.packages)).toEqual(expect.arrayContaining(['node_modules/bundler', 'node_modules/heavy']));
  expect(kept.packages).not.toHaveProperty('node_modules/linter');
});

test('names an unknown workspace and a package that the lock lacks', () => {
  expect(() => workspaceLock(lock, 'apps', 'production')).toThrow('apps');
  const { 'node_modules/web': _, ...packages } = lock.packages;
  expect(() => workspaceLock({ ...lock, packages }, 'app', 'production')).toThrow('lacks web, needed by app');
});
