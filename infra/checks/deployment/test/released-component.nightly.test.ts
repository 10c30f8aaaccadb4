import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtImages, pinnedComponent } from '../../../operations/release/src/release.ts';
import { byKind, containersOf, mapped, type Resource } from '../src/resource.ts';
import { manifests, schemaFaults } from '../src/tools.ts';
import { cannotRender, changedOverlay, overlay, overlays } from './support/overlays.ts';

const source = readFileSync(join(manifests, 'components/release/kustomization.yaml'), 'utf8');
const { images } = parse(source) as { images: { name: string; newTag: string }[] };
const names = images.map(({ name }) => name.replace('nightshelf/', ''));
const digestOf = (name: string) => `sha256:${name.charCodeAt(0).toString(16).padStart(64, '0')}`;
const list = names.map((name) => `ghcr.io/somebody/nightshelf/${name}@${digestOf(name)}`).join('\n');
const version = images[0]?.newTag ?? '';

const ours = /^(ghcr\.io\/somebody\/)?nightshelf\/(?<name>[\w-]+):(?<tag>[\w.-]+)(@.*)?$/;
const imagesOf = (resources: readonly Resource[]) => resources.flatMap(containersOf).map(({ image }) => image);

/** Replaces our images by name and tag, without registry and digest. */
const byName = (resources: readonly Resource[]) =>
  resources.map((resource) =>
    mapped(resource, (part) => (typeof part === 'string' ? part.replace(ours, 'nightshelf/$<name>:$<tag>') : part)),
  );

describe.skipIf(cannotRender)('component of a release', () => {
  /** Renders the overlay with the component of a release. */
  const released = (name: (typeof overlays)[number]) =>
    changedOverlay(name, 'components/release/kustomization.yaml', (text) =>
      pinnedComponent(text, builtImages(list, names), version),
    );

  test.each(overlays)('changes only the image sources of %s', (name) => {
    const [before, after] = [overlay(name), released(name)];
    expect(byName(after)).toEqual(byName(before));
    expect(schemaFaults(byKind(after, 'Job'))).toEqual([]);
    expect(byKind(after, 'Job').map(({ metadata }) => metadata.name)).toContain(`auth-migrate-${version}`);
    for (const image of imagesOf(after).filter((it) => it.includes('nightshelf/'))) {
      const { name: of = '' } = ours.exec(image)?.groups ?? {};
      expect(image).toBe(`ghcr.io/somebody/nightshelf/${of}:${version}@${digestOf(of)}`);
    }
  });

  test('is not written while an image is missing', () => {
    expect(() => pinnedComponent(source, builtImages(list, names).slice(1), version)).toThrow('was not built');
  });
});
