import { clockLibrary } from '../../../faults/src/stage/clock.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Provocation } from './provocation.ts';

const deployment = 'deployment/library-http';

/** The library that moves clocks goes into the pods as it is on this machine, whose system is that of the images. */
const ahead = {
  containers: [
    {
      name: 'app',
      env: [
        { name: 'LD_PRELOAD', value: '/clock/library.so' },
        { name: 'FAKETIME', value: '+240s' },
        { name: 'FAKETIME_DONT_FAKE_MONOTONIC', value: '1' },
        { name: 'DONT_FAKE_MONOTONIC', value: '1' },
        { name: 'NO_FAKE_STAT', value: '1' },
      ],
      volumeMounts: [{ name: 'clock', mountPath: '/clock' }],
    },
  ],
  volumes: [{ name: 'clock', configMap: { name: 'clock' } }],
};

const rolledOut = (cluster: Cluster) => cluster.kubectl(['rollout', 'status', deployment, '--timeout=5m']);

export const clocks: readonly Provocation[] = [
  {
    name: 'clocks are four minutes ahead',
    fires: ['ClockOff'],
    begin: async ({ cluster }) => {
      if (!clockLibrary) throw new Error('There is no libfaketime on this machine');
      await cluster.kubectl(['create', 'configmap', 'clock', `--from-file=library.so=${clockLibrary}`]);
      await cluster.kubectl(['patch', deployment, '-p', JSON.stringify({ spec: { template: { spec: ahead } } })]);
      await rolledOut(cluster);
    },
    end: async ({ cluster }) => {
      await cluster.kubectl(['rollout', 'undo', deployment]);
      await rolledOut(cluster);
      await cluster.kubectl(['delete', 'configmap', 'clock']);
    },
  },
];
