import { expect, test } from 'vitest';
import { buildArguments } from './images.ts';
import { loadCommand } from './load.ts';

test.each([
  ['kind-shelf', 'kind load docker-image --name shelf'],
  ['k3d-shelf', 'k3d image import --cluster shelf'],
  ['minikube', 'minikube image load'],
])('into %s by %s', (context, command) => {
  expect(loadCommand(context, undefined)?.join(' ')).toBe(command);
});

test('a command of the person goes before', () => {
  expect(loadCommand('kind-shelf', 'push-to my-registry')).toEqual(['sh', '-c', 'push-to my-registry "$@"', 'load']);
});

test('where both are one engine nothing is loaded', () => {
  expect(loadCommand('docker-desktop', undefined)).toBeNull();
});

test('a cluster of another kind is refused with what to set', () => {
  expect(() => loadCommand('mine', undefined)).toThrow('KUBERNETES_LOAD');
});

test('the simulator answers on one port, services on two', () => {
  expect(buildArguments('simulator', 't', '')).toContain('OPERATIONS_PORT=');
  expect(buildArguments('auth', 't', '')).not.toContain('OPERATIONS_PORT=');
  expect(buildArguments('auth', 't', 'http://packages.example').join(' ')).toBe(
    'build --file infra/operations/docker/service.Dockerfile --build-arg SERVICE=services/auth --build-arg NPM_CONFIG_REGISTRY=http://packages.example --tag nightshelf/auth:t .',
  );
});
