import { expect, it } from 'vitest';
import { isLocal, loadCommand } from './cluster.ts';

it.each([
  ['kind-nightshelf', 'https://10.0.0.7:6443', true],
  ['own', 'https://127.0.0.1:6443', true],
  ['own', 'https://localhost:6443', true],
  ['production', 'https://203.0.113.7:6443', false],
])('knows whether %s at %s is on this machine', (context, server, local) => {
  expect(isLocal(context, server)).toBe(local);
});

it('returns the image-load command of each kind of cluster', () => {
  expect(loadCommand('kind-games', undefined)).toEqual(['kind', 'load', 'docker-image', '--name', 'games']);
  expect(loadCommand('docker-desktop', undefined)).toBeNull();
  expect(loadCommand('elsewhere', 'ctr images import')?.slice(0, 3)).toEqual(['sh', '-c', 'ctr images import "$@"']);
  expect(() => loadCommand('elsewhere', undefined)).toThrow('KUBERNETES_LOAD');
});
