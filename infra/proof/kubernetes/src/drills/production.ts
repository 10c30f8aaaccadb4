import { parseResources } from '../../../deployment/src/render.ts';
import type { Resource } from '../../../deployment/src/resource.ts';
import { operatorDefinitions, strimziDefinitions } from '../../../deployment/src/schemas/definitions.ts';
import { type Cluster, emptyNamespace } from '../cluster/cluster.ts';
import { addDefinitions } from '../cluster/definitions.ts';
import { demanded, type Figure, measured } from '../report/figure.ts';
import { complaintsIn } from './complaints.ts';
import type { Ground } from './drill.ts';

/** `overlays/production` as the API server takes it, the operators' own definitions included; nothing of it is made. */
export async function production({ cluster, manifests, say }: Ground): Promise<Figure[]> {
  say('fetching the definitions of the operators');
  const strimzi = fetched(strimziDefinitions);
  await addDefinitions(cluster, [...operatorDefinitions(), ...strimzi.definitions]);
  const all = parseResources(await manifests.render('drills-production'));
  const left = strimzi.fault ? all.filter(isStrimzis) : [];
  const resources = all.filter((each) => !left.includes(each));
  say(`giving ${resources.length} resources to the API server`);
  const empty = cluster.within(emptyNamespace);
  await empty.kubectl(['apply', '-f', '-'], asText(resources.filter(({ kind }) => kind === 'Namespace')));
  return [
    await accepted(empty, resources),
    ...(strimzi.fault ? [measured(`${left.length} resources of Strimzi`, `not tried: ${strimzi.fault}`)] : []),
    await plantedFaults(empty, resources),
  ];
}

const isStrimzis = ({ apiVersion }: Resource) => apiVersion.startsWith('kafka.strimzi.io/');

/** Strimzi's take more than the others', which is no reason to leave these out. */
function fetched(fetch: () => string[]): { definitions: string[]; fault?: string } {
  try {
    return { definitions: fetch() };
  } catch {
    return { definitions: [], fault: 'its definitions take Maven and Java 21' };
  }
}

const asText = (items: readonly Resource[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });

const tried = (cluster: Cluster, resources: readonly Resource[]) =>
  cluster.attempt(['apply', '--dry-run=server', '-f', '-'], asText(resources));

async function accepted(cluster: Cluster, resources: readonly Resource[]): Promise<Figure> {
  const kinds = new Set(resources.map(({ kind }) => kind)).size;
  const { code, stdout, stderr } = await tried(cluster, resources);
  const count = stdout.split('\n').filter((line) => line.includes('(server dry run)')).length;
  const complaints = complaintsIn(stderr);
  return demanded(
    `overlays/production, ${resources.length} resources of ${kinds} kinds, for the API server`,
    `${count} accepted; ${complaints.length === 0 ? 'no warning' : complaints.join('; ')}`,
    code === 0 && count === resources.length && complaints.length === 0,
  );
}

/** That it is looked at closely: a field too many is refused in each kind. */
async function plantedFaults(cluster: Cluster, resources: readonly Resource[]): Promise<Figure> {
  const oneOfEach = new Map(resources.map((each) => [each.kind, each]));
  const passed: string[] = [];
  for (const [kind, resource] of oneOfEach) {
    const faulty = structuredClone(resource);
    Object.assign(faulty.spec ?? faulty, { planted: 'fault' });
    const { code } = await tried(cluster, [faulty]);
    if (code === 0) passed.push(kind);
  }
  const seen = passed.length === 0 ? 'all refused' : `let in: ${passed.join(', ')}`;
  return demanded(`a field too many, in ${oneOfEach.size} kinds`, seen, passed.length === 0);
}
