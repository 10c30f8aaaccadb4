/** An image of a release and how it is built. */
export interface ReleasedImage {
  readonly name: string;
  readonly dockerfile: string;
  readonly args?: Readonly<Record<string, string>>;
  /**
   * The workspace of the image's npm packages, and whether it includes build packages (docker/src/write-manifests.ts).
   */
  readonly packages?: { readonly workspace: string; readonly purpose: 'production' | 'build' };
}

const folder = 'infra/operations/docker';

const process = (name: string, workspace: string, args: Readonly<Record<string, string>> = {}): ReleasedImage => ({
  name,
  dockerfile: `${folder}/service.Dockerfile`,
  args: { SERVICE: workspace, ...args },
  packages: { workspace, purpose: 'production' },
});

/** Serves /healthz on its only port. */
const onOnePort = { OPERATIONS_PORT: '' };

export const releasedImages: readonly ReleasedImage[] = [
  ...['auth', 'library', 'catalog', 'social', 'media'].map((name) => process(name, `services/${name}`)),
  process('console', 'infra/operations/console', onOnePort),
  process('simulator', 'infra/fakes/simulator', onOnePort),
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
