/** The services, each with its own database and role. The one that loads a catalogue at its first start comes first. */
export const services = ['catalog', 'library', 'auth', 'social', 'media'] as const;

export type ServiceName = (typeof services)[number];

/** Fakes of external servers, for installations without an account there. */
export const fakes = ['simulator', 'identity-provider'] as const;

export type ProcessName = ServiceName | 'gateway' | (typeof fakes)[number];

export const isFake = (name: ProcessName) => fakes.some((fake) => fake === name);

export const entryOf = (name: ProcessName) => {
  if (name === 'gateway') return 'gateway/src/main.ts';
  return `${isFake(name) ? 'infra/fakes' : 'services'}/${name}/src/main.ts`;
};
