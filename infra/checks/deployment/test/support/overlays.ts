import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type Resource, withoutHash } from '../../src/resource.ts';
import { hasGo, manifests, render } from '../../src/tools.ts';

export const overlays = ['dev', 'standalone', 'production'] as const;

const rendered = new Map<string, Resource[]>();

/** Returns a fresh copy of a rendered overlay, which the test may change. */
export function overlay(name: (typeof overlays)[number]): Resource[] {
  const resources = rendered.get(name) ?? render(`overlays/${name}`);
  rendered.set(name, resources);
  return structuredClone(resources);
}

/**
 * Renders production with more components.
 * @param more other fields of the kustomization
 */
export function productionWith(components: readonly string[], more: Readonly<Record<string, unknown>>): Resource[] {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nightshelf-overlay-')));
  try {
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: 'nightshelf',
      resources: [relative(folder, join(manifests, 'overlays/production'))],
      components: components.map((name) => relative(folder, join(manifests, 'components', name))),
      ...more,
    };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return render(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Renders an overlay in a copy of k8s/ with one changed file.
 * @param path within k8s/
 */
export function changedOverlay(name: (typeof overlays)[number], path: string, change: (text: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-k8s-'));
  try {
    cpSync(manifests, folder, { recursive: true });
    writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));
    return render(join(folder, 'overlays', name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Without Go the tests are reported as skipped, except in CI, where they fail. */
export const cannotRender = !hasGo() && process.env.CI !== 'true';

/** Returns the only resource of this kind and name, apart from the hash of a generated name. */
export function find(resources: readonly Resource[], kind: string, name: string): Resource {
  const [found, ...more] = resources.filter((it) => it.kind === kind && withoutHash(it.metadata.name) === name);
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} of ${kind} ${name}`);
  return found;
}
