import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { canRender, manifests, parseResources, renderFolder, renderText } from '../../src/render.ts';
import { type Resource, withoutHash } from '../../src/resource.ts';

export const overlays = ['dev', 'standalone', 'production'] as const;

const rendered = new Map<string, Resource[]>();

/** A fresh copy of what an overlay comes to, to plant faults in. */
export function overlay(name: (typeof overlays)[number]): Resource[] {
  const resources = rendered.get(name) ?? parseResources(renderText(`overlays/${name}`));
  rendered.set(name, resources);
  return structuredClone(resources);
}

const components = join(manifests, 'components');

/**
 * What production comes to with components that it does not have by itself.
 * @param more what the overlay says beside them
 */
export function productionWith(names: readonly string[], more: Readonly<Record<string, unknown>>): Resource[] {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-overlay-'));
  const from = realpathSync(folder);
  try {
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace: 'nightshelf',
      resources: [relative(from, join(manifests, 'overlays/production'))],
      components: names.map((name) => relative(from, join(components, name))),
      ...more,
    };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return parseResources(renderFolder(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * What an overlay comes to in a copy of k8s/ with one file changed, as an operator changes their own.
 * @param path within k8s/
 */
export function changedOverlay(name: (typeof overlays)[number], path: string, change: (text: string) => string) {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-k8s-'));
  try {
    cpSync(manifests, folder, { recursive: true });
    writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));
    return parseResources(renderFolder(join(folder, 'overlays', name)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Neither kubectl nor Go: named as skipped, which CI takes for a failure. */
export const cannotRender = !canRender() && process.env.CI !== 'true';

/** The one resource of this kind and name; a generated name's hash is left out. */
export function find(resources: readonly Resource[], kind: string, name: string): Resource {
  const [found, ...more] = resources.filter(
    (resource) => resource.kind === kind && withoutHash(resource.metadata.name) === name,
  );
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} of ${kind} ${name}`);
  return found;
}
