import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Resource } from './resource.ts';

/** The folder `k8s/`. */
export const manifests = join(import.meta.dirname, '../../../../k8s');

const sources = join(import.meta.dirname, '../tools');
const schemas = join(import.meta.dirname, '../schemas');
const cache = join(import.meta.dirname, '../../../../node_modules/.cache/deployment-tools');

/** Packages of the tools and the files that decide whether a build is current. */
const tools = {
  render: { module: '.', package: './render', pinned: ['go.sum', 'render/main.go'] },
  kubeconform: { module: '.', package: 'github.com/yannh/kubeconform/cmd/kubeconform', pinned: ['go.sum'] },
  'kube-score': { module: '.', package: 'github.com/zegl/kube-score/cmd/kube-score', pinned: ['go.sum'] },
  // Its own module, because it needs another Kubernetes version; only `npm run test:chart` uses it.
  helm: { module: 'helm', package: 'helm.sh/helm/v4/cmd/helm', pinned: ['go.sum'] },
} as const;

const isInstalled = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** Go has fetched the version that go.mod names since 1.21. */
export const hasGo = () => Number(/go1\.(\d+)/.exec(String(spawnSync('go', ['version']).stdout))?.[1] ?? 0) >= 21;

/**
 * Returns the path of a tool, and builds it from the modules that go.sum pins if necessary (up to three minutes).
 * @throws when it cannot be built
 */
export function goTool(name: keyof typeof tools): string {
  const tool = tools[name];
  const folder = join(sources, tool.module);
  const version = createHash('sha256');
  for (const file of tool.pinned) version.update(readFileSync(join(folder, file)));
  const path = join(cache, version.digest('hex').slice(0, 16), name);
  if (existsSync(path)) return path;
  mkdirSync(join(path, '..'), { recursive: true });
  execFileSync('go', ['build', '-mod=readonly', '-trimpath', '-ldflags=-s -w', '-o', path, tool.package], {
    cwd: folder,
    env: { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'auto', GOFLAGS: '' },
  });
  return path;
}

/**
 * Returns what `kubectl apply -k` would apply.
 * @param folder within `k8s/`, such as overlays/dev, or absolute
 * @throws when kustomize refuses it
 */
export function render(folder: string): Resource[] {
  const path = folder.startsWith('/') ? folder : join(manifests, folder);
  const hasKubectl = isInstalled('kubectl', 'version', '--client');
  const [command, args] = hasKubectl ? ['kubectl', ['kustomize', path]] : [goTool('render'), [path]];
  return parseResources(execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 }));
}

/** The YAML version of Kubernetes and Helm, to which `off` is false. */
export const ofKubernetes = { version: '1.1' } as const;

export function parseResources(text: string): Resource[] {
  const documents = parseAllDocuments(text, ofKubernetes).map((document) => document.toJS() as Resource | null);
  return documents.filter((document) => document !== null);
}

const asText = (resources: readonly Resource[]) => resources.map((it) => JSON.stringify(it)).join('\n---\n');

/** Returns the fields that differ from the API schemas in `schemas/`, one line per resource. */
export function schemaFaults(resources: readonly Resource[]): string[] {
  const command = isInstalled('kubeconform', '-v') ? 'kubeconform' : goTool('kubeconform');
  const location = join(schemas, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
  const args = ['-strict', '-output', 'json', '-schema-location', location];
  const { stdout, stderr } = spawnSync(command, args, {
    input: asText(resources),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (!stdout) throw new Error(`kubeconform did not run: ${stderr}`);
  const report = JSON.parse(stdout) as { resources: { kind: string; name: string; msg: string }[] };
  return report.resources.map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`);
}

/** Returns kube-score's warnings. */
export function lint(resources: readonly Resource[], ignored: readonly string[]): string[] {
  const options = ['--output-format', 'ci', '--kubernetes-version', 'v1.34', '--ignore-container-cpu-limit'];
  const ignore = ignored.flatMap((name) => ['--ignore-test', name]);
  const args = ['score', '-', ...options, ...ignore];
  const command = isInstalled('kube-score', 'version') ? 'kube-score' : goTool('kube-score');
  const { stdout, stderr } = spawnSync(command, args, { input: asText(resources), encoding: 'utf8' });
  if (!stdout.includes('[OK]')) throw new Error(`kube-score did not run: ${stderr}`);
  return stdout.split('\n').filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line));
}
