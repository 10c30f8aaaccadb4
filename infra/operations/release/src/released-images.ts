/** An image that a release has, and how it is built. */
export interface ReleasedImage {
  readonly name: string;
  readonly dockerfile: string;
  readonly args?: Readonly<Record<string, string>>;
  /** Whose packages from npm are in it, and whether those that it is built with are its own, too (docker/src/write-manifests.ts). */
  readonly packages?: { readonly workspace: string; readonly purpose: 'production' | 'build' };
}

const folder = 'infra/operations/docker';

const process = (name: string, workspace: string, args: Readonly<Record<string, string>> = {}): ReleasedImage => ({
  name,
  dockerfile: `${folder}/service.Dockerfile`,
  args: { SERVICE: workspace, ...args },
  packages: { workspace, purpose: 'production' },
});

/** Answers /healthz on its only port. */
const onOnePort = { OPERATIONS_PORT: '' };

export const releasedImages: readonly ReleasedImage[] = [
  ...['auth', 'library', 'catalog', 'social', 'media'].map((name) => process(name, `services/${name}`)),
  process('console', 'infra/operations/console', onOnePort),
  process('simulator', 'infra/stand-ins/simulator', onOnePort),
  {
    name: 'gateway',
    dockerfile: `${folder}/gateway.Dockerfile`,
    packages: { workspace: 'gateway', purpose: 'production' },
  },
  {
    name: 'frontend',
    dockerfile: `${folder}/frontend.Dockerfile`,
    packages: { workspace: 'frontend', purpose: 'build' },
  },
  { name: 'kafka', dockerfile: `${folder}/kafka.Dockerfile` },
];

/** As a workflow's matrix takes them, and docker/build-push-action its arguments: a line each. */
export const matrixOf = (images: readonly ReleasedImage[]) =>
  images.map(({ name, dockerfile, args = {} }) => ({
    name,
    dockerfile,
    args: Object.entries(args)
      .map(([key, value]) => `${key}=${value}`)
      .join('\n'),
  }));
