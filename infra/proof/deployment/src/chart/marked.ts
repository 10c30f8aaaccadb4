import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { manifests, parseResources, renderFolder } from '../render.ts';
import { mapped, type Resource, withoutHashes } from '../resource.ts';
import { camelCase, stretchesOf } from './settings.ts';

/** What stands where a value of the chart goes. Kustomize carries it wherever it carries the setting. */
export const marker = (path: string): string => `__${path}__`;

/** By this annotation pods are started anew when a setting changes; elsewhere the names of ConfigMaps see to it. */
export const checksum = 'checksum/settings';

interface Release {
  images: { name: string; newName?: string; newTag: string }[];
}

/** What overlays/standalone comes to when everything that is a value of the chart says which one. */
export function markedResources(): Resource[] {
  const copy = mkdtempSync(join(tmpdir(), 'nightshelf-chart-'));
  try {
    cpSync(manifests, copy, { recursive: true });
    const overlay = join(copy, 'overlays/standalone');
    edit(join(overlay, 'settings.env'), markedSettings);
    edit(join(copy, 'components/release/kustomization.yaml'), markedRelease);
    return parseResources(renderFolder(overlay)).filter(isOfCharts).map(withMarks);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** A chart is installed into a namespace that is there. */
export const isOfCharts = ({ kind }: Resource): boolean => kind !== 'Namespace';

const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

const markedSettings = (text: string) =>
  stretchesOf(text)
    .flatMap(({ settings }) => settings.map(([name]) => `${name}=${marker(camelCase(name))}\n`))
    .join('');

function markedRelease(text: string): string {
  const release = parse(text) as Release;
  for (const image of release.images) {
    image.newName = marker('registry') + image.name;
    image.newTag = marker('image.tag');
  }
  return stringify(release);
}

/** Marks what no setting says: the namespace, names of Secrets, how many. */
function withMarks(resource: Resource): Resource {
  const marked = withMarkedSecrets(withoutHashes(resource));
  marked.metadata.namespace = marker('namespace');
  if (marked.kind === 'Deployment') {
    Object.assign(marked.spec ?? {}, { replicas: marker('replicas') });
    Object.assign(marked.spec?.template?.metadata ?? {}, { annotations: { [checksum]: marker('checksum') } });
  }
  return marked;
}

const withMarkedSecrets = (resource: Resource): Resource =>
  mapped(resource, (value, key) => {
    if (key !== 'secretKeyRef' && key !== 'secretRef') return value;
    const reference = value as { name: string };
    return { ...reference, name: marker(`existingSecrets.${camelCase(reference.name)}`) };
  });
