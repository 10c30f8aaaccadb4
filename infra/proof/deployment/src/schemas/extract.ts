/**
 * Writes ../../schemas anew: `node infra/proof/deployment/src/schemas/extract.ts`. Needs Go, for its module proxy carries what
 * Kubernetes and most operators publish their schemas in, and Maven with Java 21 for Strimzi's. Its result is committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { closed, type Json, type JsonObject, referenced } from './closed.ts';
import { moduleFolder, operatorDefinitions, strimziDefinitions } from './definitions.ts';
import type { StoredSchema } from './validate.ts';

const kubernetes = 'k8s.io/kubernetes@v1.34.3';
const groups = ['api__v1', 'apis__apps__v1', 'apis__autoscaling__v2', 'apis__batch__v1', 'apis__networking.k8s.io__v1'];
const kinds = [
  ...['v1 ConfigMap', 'v1 Namespace', 'v1 PersistentVolumeClaim', 'v1 Secret', 'v1 Service', 'v1 ServiceAccount'],
  ...['apps/v1 Deployment', 'apps/v1 StatefulSet', 'batch/v1 CronJob', 'batch/v1 Job'],
  ...['autoscaling/v2 HorizontalPodAutoscaler', 'policy/v1 PodDisruptionBudget', 'scheduling.k8s.io/v1 PriorityClass'],
  ...['networking.k8s.io/v1 Ingress', 'networking.k8s.io/v1 NetworkPolicy'],
];

interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: JsonObject } }[];
  };
}

const metadata = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
function kubernetesSchemas(): StoredSchema[] {
  const folder = join(moduleFolder(kubernetes), 'api/openapi-spec/v3');
  const all: Record<string, JsonObject> = {};
  for (const group of [...groups, 'apis__policy__v1', 'apis__scheduling.k8s.io__v1']) {
    const document = JSON.parse(readFileSync(join(folder, `${group}_openapi.json`), 'utf8'));
    Object.assign(all, document.components.schemas);
  }
  const kindsOf = (schema: JsonObject | undefined) =>
    ((schema?.['x-kubernetes-group-version-kind'] ?? []) as { group: string; version: string; kind: string }[])
      .map(({ group, version, kind }) => `${group ? `${group}/` : ''}${version} ${kind}`)
      .filter((kind) => kinds.includes(kind));
  const wanted = new Set<string>([metadata]);
  for (const [name, schema] of Object.entries(all)) if (kindsOf(schema).length > 0) wanted.add(name);
  for (const name of wanted) for (const other of referenced(all[name])) wanted.add(other);
  return [...wanted]
    .sort()
    .map((name) => ({ name: `/${name}`, kinds: kindsOf(all[name]), schema: closed(all[name] ?? {}) }));
}

function operatorSchemas(): StoredSchema[] {
  return [...operatorDefinitions(), ...strimziDefinitions()].flatMap((text) => fromDefinition(parse(text)));
}

function fromDefinition({ spec }: CustomResourceDefinition): StoredSchema[] {
  return spec.versions.map(({ name: version, schema: { openAPIV3Schema } }) => {
    const schema = closed(openAPIV3Schema);
    // The API server adds these to every custom resource.
    schema.properties = { ...(schema.properties as JsonObject), metadata: { $ref: `/${metadata}` } as Json };
    const kind = `${spec.group}/${version} ${spec.names.kind}`;
    return { name: `/${kind.replace(' ', '/')}`, kinds: [kind], schema };
  });
}

function write(file: string, schemas: readonly StoredSchema[]): void {
  const lines = schemas.map((schema) => `${JSON.stringify(schema)}\n`);
  writeFileSync(join(import.meta.dirname, '../../schemas', file), lines.join(''));
}

write('kubernetes.jsonl', kubernetesSchemas());
write('operators.jsonl', operatorSchemas());
