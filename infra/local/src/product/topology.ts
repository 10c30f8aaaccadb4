/** The services, each with its own database and role. The one that loads a catalogue at its first start comes first. */
export const services = ['catalog', 'library', 'auth', 'social', 'media'] as const;

export type ServiceName = (typeof services)[number];

/** Fakes of external servers, for installations without an account there. */
export const standIns = ['simulator', 'identity-provider'] as const;

export type ProcessName = ServiceName | 'gateway' | (typeof standIns)[number];

export const isStandIn = (name: ProcessName) => standIns.some((standIn) => standIn === name);

export const entryOf = (name: ProcessName) => {
  if (name === 'gateway') return 'gateway/src/main.ts';
  return `${isStandIn(name) ? 'infra/stand-ins' : 'services'}/${name}/src/main.ts`;
};
