import { expect, test } from 'vitest';
import type { Pod } from '../cluster/pods.ts';
import { type Controller, isRolledOut, missingImages, progressOf } from './progress.ts';

const controller = (name: string, status: Controller['status']): Controller => ({
  kind: 'Deployment',
  metadata: { name, generation: 2 },
  spec: { replicas: 2 },
  status,
});

const done = { observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2 };

test.each([
  ['all are new and serve', done, true],
  ['the change has not been seen yet', { ...done, observedGeneration: 1 }, false],
  ['an old pod is left', { ...done, replicas: 3 }, false],
  ['one does not serve', { ...done, availableReplicas: 1 }, false],
  ['nothing is known', {}, false],
])('rolled out? %s', (_, status, expected) => {
  expect(isRolledOut(controller('auth-http', status))).toBe(expected);
});

test('progress names what is waited for', () => {
  expect(progressOf([controller('a', done), controller('b', {})])).toBe('1 of 2 ready, waiting for b');
  expect(progressOf([controller('a', done)])).toBe('1 of 1 ready');
});

test('images that cannot be had are named once each', () => {
  const pod = (reason: string, image: string): Pod => ({
    metadata: { name: 'a' },
    spec: { containers: [] },
    status: {
      phase: 'Pending',
      containerStatuses: [{ name: 'app', image, restartCount: 0, state: { waiting: { reason } }, lastState: {} }],
    },
  });
  expect(
    missingImages([pod('ImagePullBackOff', 'b:1'), pod('ErrImagePull', 'b:1'), pod('ContainerCreating', 'a:1')]),
  ).toEqual(['b:1']);
});
