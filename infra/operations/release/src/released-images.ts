/** An image of a release and how it is built. */
interface ReleasedImage {
  readonly name: string;
  readonly dockerfile: string;
  readonly args?: Readonly<Record<string, string>>;
}

const folder = 'infra/operations/docker';

const process = (name: string, workspace: string, args: Readonly<Record<string, string>> = {}): ReleasedImage => ({
  name,
  dockerfile: `${folder}/service.Dockerfile`,
  args: { SERVICE: workspace, ...args },
});

/** Serves /healthz on its only port. */
const onOnePort = { OPERATIONS_PORT: '' };

export const releasedImages: readonly ReleasedImage[] = [
  ...['auth', 'library', 'catalog', 'social', 'media'].map((name) => process(name, `services/${name}`)),
  process('console', 'infra/operations/console', onOnePort),
  process('simulator', 'infra/fakes/simulator', onOnePort),
  ...['gateway', 'frontend', 'kafka'].map((name) => ({ name, dockerfile: `${folder}/${name}.Dockerfile` })),
];

export const buildArguments = ({ args = {} }: ReleasedImage) =>
  Object.entries(args).map(([key, value]) => `${key}=${value}`);
