import { readdir, readFile } from 'node:fs/promises';
import type { Cluster } from './cluster.ts';

/**
 * Processes of a pod, where nodes are processes of this machine. For signals that a container would not let its first process have.
 * @param named what the command begins with, without its folder
 */
export async function processesOf(cluster: Cluster, pod: string, named: string): Promise<number[]> {
  const { metadata } = await cluster.get<{ metadata: { uid: string } }>('pod', pod);
  const uid = metadata.uid;
  const found = [];
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [group, command] = await Promise.all(
      ['cgroup', 'cmdline'].map((file) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '')),
    );
    const isOurs = group?.includes(uid) || group?.includes(uid.replaceAll('-', '_'));
    if (isOurs && command?.split('\0')[0]?.split('/').at(-1)?.startsWith(named)) found.push(Number(id));
  }
  if (found.length === 0) throw new Error(`${pod} runs no ${named} on this machine`);
  return found;
}

const signalled = async (cluster: Cluster, pod: string, named: string, signal: NodeJS.Signals) => {
  for (const id of await processesOf(cluster, pod, named)) process.kill(id, signal);
};

export const freeze = (cluster: Cluster, pod: string, named: string) => signalled(cluster, pod, named, 'SIGSTOP');
export const thaw = (cluster: Cluster, pod: string, named: string) => signalled(cluster, pod, named, 'SIGCONT');
