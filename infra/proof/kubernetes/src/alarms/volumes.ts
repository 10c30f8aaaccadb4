import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '../cluster/cluster.ts';
import { folderOf } from '../cluster/data-tier.ts';
import { run } from '../cluster/run.ts';
import type { Provocation } from './provocation.ts';

const pod = 'redis-2';
const filler = 'filler';

/** Begins the pod anew, on what its volume's folder has become. */
async function anew(cluster: Cluster): Promise<void> {
  await cluster.kubectl(['delete', 'pod', pod]);
  await cluster.kubectl(['rollout', 'status', 'statefulset', 'redis', '--timeout=5m']);
}

/** What is left of the room, but for so many percent. */
async function fill(folder: string, percentLeft: number): Promise<void> {
  const { blocks, bavail, bsize } = await statfs(folder);
  const bytes = (bavail - (blocks * percentLeft) / 100) * bsize;
  await writeFile(join(folder, filler), Buffer.alloc(Math.max(0, Math.round(bytes))));
}

let folder = '';

/** A volume of its own, with little room, in place of a folder of the machine's disk. */
export const volumes: readonly Provocation[] = [
  {
    name: 'a volume is nearly full',
    fires: ['VolumeFull'],
    begin: async ({ cluster }) => {
      folder = await folderOf(cluster, `data-${pod}`);
      await run('mount', ['-t', 'tmpfs', '-o', 'size=200m,mode=0777', 'tmpfs', folder]);
      await anew(cluster);
      await fill(folder, 3);
    },
    end: async ({ cluster }) => {
      await rm(join(folder, filler));
      await run('umount', ['-l', folder]);
      await anew(cluster);
    },
  },
];
