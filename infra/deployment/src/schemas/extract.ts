/**
 * Writes ../../schemas anew: `node infra/deployment/src/schemas/extract.ts`. Needs Go, for its module proxy carries what
 * Kubernetes and the operators publish their schemas in. The only program that needs a network; its result is committed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { closed, type Json, type JsonObject, referenced } from './closed.ts';
import type { StoredSchema } from './validate.ts';

const kubernetes = 'k8s.io/kubernetes@v1.34.3';
const groups = ['api__v1', 'apis__apps__v1', 'apis__autoscaling__v2', 'apis__batch__v1', 'apis__networking.k8s.io__v1'];
const kinds = [
  ...['v1 ConfigMap', 'v1 Namespace', 'v1 Secret', 'v1 Service', 'v1 ServiceAccount', 'apps/v1 Deployment'],
  ...['apps/v1 StatefulSet', 'batch/v1 Job', 'autoscaling/v2 HorizontalPodAutoscaler'],
  ...['networking.k8s.io/v1 NetworkPolicy', 'policy/v1 PodDisruptionBudget'],
];

const operators: Readonly<Record<string, readonly string[]>> = {
  'github.com/kedacore/keda/v2@v2.21.0': ['config/crd/bases/keda.sh_scaledobjects.yaml'],
  'github.com/prometheus-operator/prometheus-operator@v0.85.0': [
    'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml',
    'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
  ],
  'sigs.k8s.io/gateway-api@v1.4.1': ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  'github.com/external-secrets/external-secrets@v1.3.2': ['config/crds/bases/external-secrets.io_externalsecrets.yaml'],
  'github.com/cloudnative-pg/cloudnative-pg@v1.28.0': [
    'config/crd/bases/postgresql.cnpg.io_clusters.yaml',
    'config/crd/bases/postgresql.cnpg.io_databases.yaml',
    'config/crd/bases/postgresql.cnpg.io_scheduledbackups.yaml',
  ],
};

interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: JsonObject } }[];
  };
}

const metadata = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const workspace = mkdtempSync(join(tmpdir(), 'schemas-'));

function moduleFolder(module: string): string {
  const options = { cwd: workspace, encoding: 'utf8', maxBuffer: 1 << 24 } as const;
  const { Dir } = JSON.parse(execFileSync('go', ['mod', 'download', '-json', module], options)) as { Dir: string };
  return Dir;
}

function kubernetesSchemas(): StoredSchema[] {
  const folder = join(moduleFolder(kubernetes), 'api/openapi-spec/v3');
  const all: Record<string, JsonObject> = {};
  for (const group of [...groups, 'apis__policy__v1']) {
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
  return Object.entries(operators).flatMap(([module, files]) => {
    const folder = moduleFolder(module);
    return files.flatMap((file) => fromDefinition(parse(readFileSync(join(folder, file), 'utf8'))));
  });
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

writeFileSync(join(workspace, 'go.mod'), 'module schemas\n');
write('kubernetes.jsonl', kubernetesSchemas());
write('operators.jsonl', operatorSchemas());
