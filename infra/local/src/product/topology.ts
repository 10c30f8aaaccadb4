/** The services, each with a database and a role of its own. */
export const services = ['auth', 'library', 'catalog', 'social', 'media'] as const;

export type ServiceName = (typeof services)[number];

export type ProcessName = ServiceName | 'gateway' | 'simulator';

/** Entry points, relative to the checkout. */
export const entryOf = (name: ProcessName) =>
  name === 'gateway'
    ? 'gateway/src/main.ts'
    : name === 'simulator'
      ? 'infra/simulator/src/main.ts'
      : `services/${name}/src/main.ts`;
