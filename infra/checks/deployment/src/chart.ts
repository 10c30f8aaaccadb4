import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { mapped, type Resource, withoutHashes } from './resource.ts';
import { manifests, ofKubernetes, render } from './tools.ts';

const read = (path: string) => readFileSync(join(manifests, path), 'utf8');
const settingsFile = 'overlays/standalone/settings.env';
const releaseFile = 'components/release/kustomization.yaml';

/** Replaces a value of the chart while kustomize renders the overlay. */
const marker = (path: string) => `__${path}__`;

/** Restarts pods when a setting changes; in the overlay the ConfigMaps' names do. */
export const checksum = 'checksum/settings';

/** Whether the chart has this resource; it is installed into an existing namespace. */
export const isOfCharts = ({ kind }: Resource): boolean => kind !== 'Namespace';

/** Generates the Helm chart from overlays/standalone: file contents by their path in the chart. */
export function chartFiles(): Map<string, string> {
  const resources = markedResources();
  const text = JSON.stringify(resources);
  const { images } = parse(read(releaseFile)) as Release;
  const [tag = '', ...more] = new Set(images.map(({ newTag }) => newTag));
  if (more.length > 0) throw new Error(`A chart has one version, not ${[tag, ...more].join(', ')}`);
  const secrets = [...new Set([...text.matchAll(/__existingSecrets\.(\w+?)__/g)].map(([, name = '']) => name))];
  return new Map([
    ['Chart.yaml', yaml({ ...chart, version: tag, appVersion: tag, kubeVersion: '>=1.30.0-0' })],
    ['values.yaml', values(tag, secrets, (name) => text.includes(marker(name)))],
    ['templates/NOTES.txt', notes],
    ...templatesOf(resources),
  ]);
}

const yaml = (value: unknown) => stringify(value, ofKubernetes);

const chart = {
  apiVersion: 'v2',
  name: 'nightshelf',
  description: 'A personal video-game library, on one node',
  type: 'application',
};

const notes = `Nightshelf starts as soon as its Secrets exist (docs/operations/standalone.md):

  sh k8s/overlays/standalone/secrets.sh passwords | kubectl create -n {{ .Release.Namespace }} -f -

Open it at {{ .Values.publicOrigin }}, through the Ingress controller whose namespace has the label nightshelf.example/edge=true.
`;

/** Values of the chart, with the comments of settings.env. */
function values(tag: string, secrets: readonly string[], isUsed: (name: string) => boolean): string {
  const parts = paragraphsOf(read(settingsFile)).flatMap(({ comment, settings }) => {
    const used = settings.map(([name, value]) => [camelCase(name), value] as const).filter(([name]) => isUsed(name));
    return used.length > 0 ? [`${comment.join('\n')}\n${yaml(Object.fromEntries(used))}`] : [];
  });
  const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const existingSecrets = Object.fromEntries(secrets.toSorted().map((name) => [name, kebabCase(name)]));
  return [
    '# Written by `npm run chart` from k8s/overlays/standalone/settings.env. Secrets are not values; secrets.sh there prints them.\n',
    `# The registry of the images, such as registry.example; empty for images on the node.\n${yaml({ image: { registry: '', tag } })}`,
    `# Replicas of each service and the gateway. PostgreSQL has connections for two; it and Redis stay single.\n${yaml({ replicas: 1 })}`,
    ...parts,
    `# Names of the Secrets. Those of …Keys are optional; docs/operations/production.md lists the contents of the others.\n${yaml({ existingSecrets })}`,
  ].join('\n');
}

/** Returns the paragraphs of a settings file: comment lines and the settings below them. */
const paragraphsOf = (text: string) =>
  text.split(/\n\s*\n/).map((part) => {
    const lines = part.split('\n');
    const settings = [...part.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    return { comment: lines.filter((line) => line.startsWith('#')), settings };
  });

/** Converts `PUBLIC_ORIGIN` to `publicOrigin`, and `postgres-backups` to `postgresBackups`. */
const camelCase = (name: string): string =>
  name.toLowerCase().replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase());

interface Release {
  images: { name: string; newName?: string; newTag: string }[];
}

/** Renders a copy of overlays/standalone in which markers replace the values of the chart. */
function markedResources(): Resource[] {
  const copy = mkdtempSync(join(tmpdir(), 'nightshelf-chart-'));
  try {
    cpSync(manifests, copy, { recursive: true });
    const names = paragraphsOf(read(settingsFile)).flatMap(({ settings }) => settings.map(([name]) => name));
    const settings = names.map((name) => `${name}=${marker(camelCase(name))}\n`);
    writeFileSync(join(copy, settingsFile), settings.join(''));
    const release = parse(read(releaseFile)) as Release;
    const images = release.images.map(({ name }) => ({
      name,
      newName: marker('registry') + name,
      newTag: marker('image.tag'),
    }));
    writeFileSync(join(copy, releaseFile), stringify({ ...release, images }));
    return render(join(copy, 'overlays/standalone')).filter(isOfCharts).map(withMarkers);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Marks what no setting names: the namespace, Secrets, replicas and the checksum. */
function withMarkers(resource: Resource): Resource {
  const marked = mapped(withoutHashes(resource), (value, key) => {
    if (key !== 'secretKeyRef' && key !== 'secretRef') return value;
    const reference = value as { name: string };
    return { ...reference, name: marker(`existingSecrets.${camelCase(reference.name)}`) };
  });
  marked.metadata.namespace = marker('namespace');
  if (marked.kind === 'Deployment') {
    Object.assign(marked.spec ?? {}, { replicas: marker('replicas') });
    Object.assign(marked.spec?.template?.metadata ?? {}, { annotations: { [checksum]: marker('checksum') } });
  }
  return marked;
}

/** Template expressions of the markers that are no plain value. */
const expressions: Readonly<Record<string, string>> = {
  namespace: '{{ .Release.Namespace }}',
  registry: '{{ with .Values.image.registry }}{{ . }}/{{ end }}',
  // A number, and so without quotes.
  replicas: '{{ .Values.replicas }}',
  checksum: '{{ include (print $.Template.BasePath "/config-map.yaml") . | sha256sum }}',
};

const heading = '# Written by `npm run chart` from k8s/overlays/standalone; change it there.\n';

/** Returns one template file per kind. */
function templatesOf(resources: readonly Resource[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const resource of resources.toSorted((one, other) => one.metadata.name.localeCompare(other.metadata.name))) {
    const path = `templates/${resource.kind.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()}.yaml`;
    files.set(path, `${files.get(path) ?? heading}---\n${templateOf(resource)}`);
  }
  return files;
}

/** Replaces markers by expressions: alone as quoted values, inside other text in quotes. */
function templateOf(resource: Resource): string {
  const style = { ...ofKubernetes, lineWidth: 0, sortMapEntries: true, aliasDuplicateObjects: false };
  const text = stringify(resource, style);
  if (text.includes('{{')) throw new Error(`${resource.metadata.name} contains template syntax`);
  return text
    .replace(/(?<=: |- )__([A-Za-z.]+)__$/gm, (_, path: string) => expressions[path] ?? `{{ .Values.${path} | quote }}`)
    .replace(/(?<=: |- )\S*__[A-Za-z.]+__\S*$/gm, (scalar) => `"${scalar}"`)
    .replace(/__([A-Za-z.]+)__/g, (_, path: string) => expressions[path] ?? `{{ .Values.${path} }}`);
}
