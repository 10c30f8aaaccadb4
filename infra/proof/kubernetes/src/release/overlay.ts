import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import { stringify } from 'yaml';
import { emptyNamespace, namespace } from '../cluster/cluster.ts';
import { run } from '../cluster/run.ts';

/** Seconds of quiet after which the drills' autoscaler takes pods away; in the manifests it is 300. */
export const quietSeconds = 30;

const patch = (kind: string, name: string | undefined, path: string, value: unknown) => ({
  target: { kind, ...(name ? { name } : {}) },
  patch: stringify([{ op: 'add', path, value }]),
});

const markedNamespace = patch('Namespace', undefined, '/metadata/labels/nightshelf.example~1drills', 'true');

/** What the drills put over `overlays/dev`. */
export function overlay(): string {
  return stringify({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace,
    resources: ['../dev'],
    configMapGenerator: [
      {
        name: 'gateway-settings',
        // As overlays/dev has it: kustomize renames only after it has merged.
        namespace: 'nightshelf',
        behavior: 'merge',
        // All load comes from one address.
        literals: ['RATE_LIMIT_FACTOR=100000'],
      },
    ],
    patches: [
      markedNamespace,
      patch('Service', 'gateway', '/spec/type', 'NodePort'),
      patch('HorizontalPodAutoscaler', undefined, '/spec/behavior/scaleDown/stabilizationWindowSeconds', quietSeconds),
    ],
  });
}

/** `overlays/production` in a namespace that has nothing in it. */
const productionOverlay = (): string =>
  stringify({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: emptyNamespace,
    resources: ['../production'],
    patches: [markedNamespace],
  });

/** The `release` component with all tags, or only the named image's, set to another. */
export function withTag(release: string, tag: string, image?: string): string {
  let current = '';
  return release
    .split('\n')
    .map((line) => {
      current = line.match(/^ +- name: nightshelf\/(\S+)$/)?.[1] ?? current;
      return image === undefined || image === current ? line.replace(/(newTag: ).+/, `$1${tag}`) : line;
    })
    .join('\n');
}

const prefix = 'nightshelf-drills-';

/** Folders of runs that were ended by force. */
export function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(prefix)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

/** A copy of `k8s/` in which releases are made as a person makes them: by their tags. */
export class Manifests {
  readonly #folder = mkdtempSync(join(tmpdir(), prefix));

  constructor() {
    cpSync(join(checkoutRoot, 'k8s'), this.#folder, { recursive: true });
    this.#add('drills', overlay());
    this.#add('drills-production', productionOverlay());
  }

  /** Sets the tag of all images, or of one. */
  setTag(tag: string, image?: string): void {
    const path = join(this.#folder, 'components/release/kustomization.yaml');
    writeFileSync(path, withTag(readFileSync(path, 'utf8'), tag, image));
  }

  /** @returns what `kubectl apply -k` would apply */
  render(name: 'drills' | 'drills-production' = 'drills'): Promise<string> {
    return run('kubectl', ['kustomize', join(this.#folder, 'overlays', name)]);
  }

  #add(name: string, kustomization: string): void {
    mkdirSync(join(this.#folder, 'overlays', name));
    writeFileSync(join(this.#folder, 'overlays', name, 'kustomization.yaml'), kustomization);
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
