import { stringify } from 'yaml';
import { ofKubernetes } from '../render.ts';
import type { Resource } from '../resource.ts';

/** Markers that are no plain value: what a template says for them. */
const expressions: Readonly<Record<string, string>> = {
  namespace: '{{ .Release.Namespace }}',
  registry: '{{ with .Values.image.registry }}{{ . }}/{{ end }}',
  // A number, and so not in quotes.
  replicas: '{{ .Values.replicas }}',
  checksum: '{{ include (print $.Template.BasePath "/config-map.yaml") . | sha256sum }}',
};

const heading = '# Written by `npm run chart` from k8s/overlays/standalone: that is where to change it.\n';

/** The templates of a chart, one file for each kind, by their paths within the chart. */
export function templatesOf(resources: readonly Resource[]): Map<string, string> {
  const files = new Map<string, string>();
  for (const resource of resources.toSorted((one, other) => one.metadata.name.localeCompare(other.metadata.name))) {
    const name = resource.kind.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();
    const path = `templates/${name}.yaml`;
    files.set(path, `${files.get(path) ?? heading}---\n${templateOf(resource)}`);
  }
  return files;
}

/** One resource as a template: its markers as expressions, alone as quoted values, within others in quotes. */
function templateOf(resource: Resource): string {
  const text = stringify(resource, {
    ...ofKubernetes,
    lineWidth: 0,
    sortMapEntries: true,
    aliasDuplicateObjects: false,
  });
  if (text.includes('{{')) throw new Error(`${resource.metadata.name} has what a template would take for its own`);
  return text
    .replace(/(?<=: |- )__([A-Za-z.]+)__$/gm, (_, path: string) => expressions[path] ?? `{{ .Values.${path} | quote }}`)
    .replace(/(?<=: |- )\S*__[A-Za-z.]+__\S*$/gm, (scalar) => `"${scalar}"`)
    .replace(/__([A-Za-z.]+)__/g, (_, path: string) => expressions[path] ?? `{{ .Values.${path} }}`);
}
