import { expect, test } from 'vitest';
import { isLocal, kindOf } from './context.ts';

test.each([
  ['kind-nightshelf', 'kind'],
  ['k3d-dev', 'k3d'],
  ['minikube', 'minikube'],
  ['docker-desktop', 'docker-desktop'],
  ['production-minikube', 'other'],
  ['mankind-1', 'other'],
])('the context %s is of %s', (name, kind) => {
  expect(kindOf(name)).toBe(kind);
});

test.each([
  ['a name that its tool gives', 'kind-a', 'https://192.0.2.7:6443', true],
  ['a loopback address', 'mine', 'https://127.0.0.1:45123', true],
  ['a loopback address of IPv6', 'mine', 'https://[::1]:6443', true],
  ['an address of this machine', 'mine', 'https://10.1.2.3:6443', true],
  ['a private address of another machine', 'local', 'https://10.1.2.4:6443', false],
  ['a host name', 'production', 'https://kubernetes.example', false],
  ['a host name that begins like a loopback address', 'mine', 'https://localhost.example', false],
])('by %s', (_, name, server, local) => {
  expect(isLocal({ name, server }, ['10.1.2.3'])).toBe(local);
});
