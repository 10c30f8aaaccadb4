import { containersOf, type Resource, titleOf } from '../resource.ts';

/**
 * A version with at least a number in it, or a digest: with `latest`, `stable` or nothing at all even another major comes by itself.
 * `redis:7-bookworm` is a series that its makers maintain, and gets their patches; a digest alone is one image for ever.
 */
const numbered = /:[\w.-]*\d[\w.-]*$|@sha256:[0-9a-f]{64}$/;

/** Every image is of a numbered version or series, or a digest. */
export const imageFaults = (resources: readonly Resource[]): string[] =>
  resources.flatMap((resource) =>
    containersOf(resource)
      .filter(({ image }) => !numbered.test(image.slice(image.lastIndexOf('/') + 1)))
      .map(({ image }) => `${titleOf(resource)}: image ${image} has no numbered version`),
  );
