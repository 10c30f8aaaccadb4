import { canRender, parseResources, renderText } from '../../src/render.ts';
import type { Resource } from '../../src/resource.ts';

export const overlays = ['dev', 'standalone', 'production'] as const;

const rendered = new Map<string, Resource[]>();

/** A fresh copy of what an overlay comes to, to plant faults in. */
export function overlay(name: (typeof overlays)[number]): Resource[] {
  const resources = rendered.get(name) ?? parseResources(renderText(`overlays/${name}`));
  rendered.set(name, resources);
  return structuredClone(resources);
}

/** Neither kubectl nor Go: named as skipped, which CI takes for a failure. */
export const cannotRender = !canRender() && process.env.CI !== 'true';

/** The one resource of this kind and name; a generated name's hash is left out. */
export function find(resources: readonly Resource[], kind: string, name: string): Resource {
  const [found, ...more] = resources.filter(
    (resource) => resource.kind === kind && resource.metadata.name.replace(/-[a-z0-9]{10}$/, '') === name,
  );
  if (!found || more.length > 0) throw new Error(`${more.length + (found ? 1 : 0)} of ${kind} ${name}`);
  return found;
}
