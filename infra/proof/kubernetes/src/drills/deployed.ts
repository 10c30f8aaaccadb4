import { namespace } from '../cluster/cluster.ts';
import { runningPods, statusesOf, workloadOf } from '../cluster/pods.ts';
import { demanded, type Figure, measured, seconds } from '../report/figure.ts';
import { journey } from '../traffic/journey.ts';
import type { Drill, Scene } from './drill.ts';

/** The product came up by itself, serves, and its pods may do no more than they need to. */
export const deployed: Drill = async (scene) => {
  const { deployment, url, say } = scene;
  const times = deployment
    ? [
        measured('from apply to the first page', seconds(deployment.firstPageMs)),
        measured('from apply to every pod ready', seconds(deployment.completeMs)),
      ]
    : [];
  say('gamers sign up, search, keep a vault and are looked at');
  return [...times, ...(await journey(url)), ...(await confined(scene))];
};

/** Says who it is, whether the root file system is mounted to be written, and whether a file can be made on it. */
const look =
  'id -u; grep " / " /proc/mounts | cut -d" " -f4 | cut -d, -f1; touch /written 2>/dev/null && echo wrote || echo refused';

/** The official image of Kafka puts its configuration together when it starts, in a folder of its user's. */
const writesItsConfiguration = ['kafka'];

async function confined({ cluster, say }: Scene): Promise<Figure[]> {
  say('looking into every pod');
  const pods = await runningPods(cluster);
  const restarted = pods.filter((pod) => statusesOf(pod).some(({ restartCount }) => restartCount > 0)).map(workloadOf);
  const faults: string[] = [];
  for (const pod of pods) {
    const { stdout, stderr } = await cluster.exec(pod.metadata.name, ['sh', '-c', look]);
    const [user, mounted, wrote] = stdout.trim().split('\n');
    if (!user || user === '0') faults.push(`${workloadOf(pod)} runs as ${user || stderr.trim()}`);
    const kept = mounted === 'ro' || writesItsConfiguration.includes(workloadOf(pod));
    if (!kept || wrote !== 'refused') faults.push(`${workloadOf(pod)} has its root file system ${mounted}`);
  }
  const { metadata } = await cluster.get<{ metadata: { labels: Record<string, string> } }>('namespace', namespace);
  const enforced = metadata.labels['pod-security.kubernetes.io/enforce'];
  return [
    demanded('restarts', restarted.length === 0 ? 'none' : restarted.join(', '), restarted.length === 0),
    demanded(
      `${pods.length} pods that neither are root nor write their root file system`,
      faults.length === 0 ? 'all' : faults.join('; '),
      faults.length === 0,
    ),
    demanded('Pod Security that the namespace enforces', enforced ?? 'none', enforced === 'restricted'),
  ];
}
