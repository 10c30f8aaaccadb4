import { containersOf, type Resource, titleOf } from '../resource.ts';

/** A version with at least a number in it, or a digest: `latest`, `stable` or nothing at all change under one's feet. */
const exact = /:[\w.-]*\d[\w.-]*$|@sha256:[0-9a-f]{64}$/;

/** Every image is of an exact version. */
export const imageFaults = (resources: readonly Resource[]): string[] =>
  resources.flatMap((resource) =>
    containersOf(resource)
      .filter(({ image }) => !exact.test(image.slice(image.lastIndexOf('/') + 1)))
      .map(({ image }) => `${titleOf(resource)}: image ${image} has no exact version`),
  );
