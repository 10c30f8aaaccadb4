import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { manifests, ofKubernetes } from '../render.ts';
import { markedResources, marker } from './marked.ts';
import { camelCase, stretchesOf } from './settings.ts';
import { templatesOf } from './templates.ts';

const yaml = (value: unknown) => stringify(value, ofKubernetes);

const read = (path: string) => readFileSync(join(manifests, path), 'utf8');

/** The chart as files, by their paths within it: what overlays/standalone comes to, with values for what one edits there. */
export function chartFiles(): Map<string, string> {
  const resources = markedResources();
  const text = JSON.stringify(resources);
  const { images } = parse(read('components/release/kustomization.yaml')) as { images: { newTag: string }[] };
  const [tag = '', ...more] = new Set(images.map(({ newTag }) => newTag));
  if (more.length > 0) throw new Error(`A chart is of one release, not of ${[tag, ...more].join(', ')}`);
  const secrets = [...new Set([...text.matchAll(/__existingSecrets\.(\w+?)__/g)].map(([, name = '']) => name))];
  return new Map([
    ['Chart.yaml', chart(tag)],
    ['values.yaml', values(tag, secrets, (name) => text.includes(marker(name)))],
    ['templates/NOTES.txt', notes],
    ...templatesOf(resources),
  ]);
}

const chart = (tag: string) =>
  yaml({
    apiVersion: 'v2',
    name: 'nightshelf',
    description: 'A personal video-game library, on one node',
    type: 'application',
    version: tag,
    appVersion: tag,
    kubeVersion: '>=1.30.0-0',
  });

const notes = `Nightshelf starts as soon as its Secrets are there (docs/operations/standalone.md):

  sh k8s/overlays/standalone/secrets.sh passwords | kubectl create -n {{ .Release.Namespace }} -f -

It is reached at {{ .Values.publicOrigin }}, through the Ingress controller whose namespace has the label nightshelf.example/edge=true.
`;

/** The values: names of images and Secrets, and what settings.env says, in its words. */
function values(tag: string, secrets: readonly string[], isUsed: (name: string) => boolean): string {
  const parts = stretchesOf(read('overlays/standalone/settings.env')).flatMap(({ comment, settings }) => {
    const used = settings.map(([name, value]) => [camelCase(name), value] as const).filter(([name]) => isUsed(name));
    return used.length > 0 ? [`${comment.join('\n')}\n${yaml(Object.fromEntries(used))}`] : [];
  });
  return [
    '# Written by `npm run chart` from k8s/overlays/standalone/settings.env. Secrets are none of its values: they are made by secrets.sh there.\n',
    `# Where images come from, such as registry.example; empty for those that the node has.\n${yaml({ image: { registry: '', tag } })}`,
    `# Of each service and of the gateway. PostgreSQL takes the connections of two; it and Redis stay single.\n${yaml({ replicas: 1 })}`,
    ...parts,
    `# Names of the Secrets: those of …Keys may be absent, what is in the others is in docs/operations/production.md.\n${yaml(
      {
        existingSecrets: Object.fromEntries(secrets.toSorted().map((name) => [name, kebabCase(name)])),
      },
    )}`,
  ].join('\n');
}

const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
