/** The definitions of operators' kinds that `k8s/` uses, as their makers publish them: by the Go module proxy and Maven. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasGo } from '../go-tools.ts';

const modules: Readonly<Record<string, readonly string[]>> = {
  'github.com/kedacore/keda/v2@v2.21.0': [
    'config/crd/bases/keda.sh_scaledobjects.yaml',
    'config/crd/bases/keda.sh_triggerauthentications.yaml',
  ],
  'github.com/prometheus-operator/prometheus-operator@v0.85.0': [
    'example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml',
    'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
    'example/prometheus-operator-crd/monitoring.coreos.com_probes.yaml',
    'example/prometheus-operator-crd/monitoring.coreos.com_alertmanagerconfigs.yaml',
  ],
  'sigs.k8s.io/gateway-api@v1.4.1': ['config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  'github.com/external-secrets/external-secrets@v1.3.2': ['config/crds/bases/external-secrets.io_externalsecrets.yaml'],
  'github.com/cloudnative-pg/cloudnative-pg@v1.28.0': [
    'config/crd/bases/postgresql.cnpg.io_clusters.yaml',
    'config/crd/bases/postgresql.cnpg.io_databases.yaml',
    'config/crd/bases/postgresql.cnpg.io_scheduledbackups.yaml',
  ],
  'github.com/cert-manager/cert-manager@v1.21.2': [
    'deploy/crds/cert-manager.io_certificates.yaml',
    'deploy/crds/cert-manager.io_issuers.yaml',
  ],
  'github.com/cloudnative-pg/plugin-barman-cloud@v0.15.0': ['config/crd/bases/barmancloud.cnpg.io_objectstores.yaml'],
};

const options = { encoding: 'utf8', maxBuffer: 1 << 24, stdio: 'pipe' } as const;

/**
 * Folder of a Go module, fetched when it is not there yet.
 * @param module such as `k8s.io/kubernetes@v1.34.3`
 * @throws when there is no Go or it cannot be fetched
 */
export function moduleFolder(module: string): string {
  if (!hasGo()) throw new Error(`Go 1.21 or newer has to fetch ${module}`);
  return inWorkspace((workspace) => {
    writeFileSync(join(workspace, 'go.mod'), 'module schemas\n');
    const answer = execFileSync('go', ['mod', 'download', '-json', module], { ...options, cwd: workspace });
    return (JSON.parse(answer) as { Dir: string }).Dir;
  });
}

/**
 * CustomResourceDefinitions, as YAML, of all operators but Strimzi.
 * @throws as `moduleFolder`
 */
export const operatorDefinitions = (): string[] =>
  Object.entries(modules).flatMap(([module, files]) => {
    const folder = moduleFolder(module);
    return files.map((file) => readFileSync(join(folder, file), 'utf8'));
  });

const strimziKinds = ['kafka.Kafka', 'nodepool.KafkaNodePool', 'topic.KafkaTopic', 'user.KafkaUser'];

/**
 * Strimzi's CustomResourceDefinitions, as YAML.
 * @throws when there is no Maven or no Java 21
 */
export function strimziDefinitions(): string[] {
  const project = join(import.meta.dirname, '../../tools/strimzi/pom.xml');
  return inWorkspace((workspace) => {
    const path = join(workspace, 'class-path');
    execFileSync(
      'mvn',
      ['-B', '-q', '-ntp', '-f', project, 'dependency:build-classpath', `-Dmdep.outputFile=${path}`],
      {
        ...options,
      },
    );
    const classes = strimziKinds.map((kind, index) => [`io.strimzi.api.kafka.model.${kind}`, `${index}.yaml`] as const);
    const program = ['io.strimzi.crdgenerator.CrdGenerator', '--target-kube', '1.30+', '--crd-api-version', 'v1'];
    const written = classes.map(([name, file]) => `${name}=${join(workspace, file)}`);
    execFileSync('java', ['-cp', readFileSync(path, 'utf8'), ...program, ...written], options);
    return classes.map(([, file]) => readFileSync(join(workspace, file), 'utf8'));
  });
}

function inWorkspace<Result>(use: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'definitions-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
