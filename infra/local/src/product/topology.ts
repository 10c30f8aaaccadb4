/** The services, each with a database and a role of its own. The one that loads a catalogue at its first start is started first. */
export const services = ['catalog', 'library', 'auth', 'social', 'media'] as const;

export type ServiceName = (typeof services)[number];

/** What takes the place of somebody else's servers, where there is no account with those. */
export const standIns = ['simulator', 'identity-provider'] as const;

export type ProcessName = ServiceName | 'gateway' | (typeof standIns)[number];

export const isStandIn = (name: ProcessName) => standIns.some((standIn) => standIn === name);

/** Entry points, relative to the checkout. */
export const entryOf = (name: ProcessName) => {
  if (name === 'gateway') return 'gateway/src/main.ts';
  return `${isStandIn(name) ? 'infra/stand-ins' : 'services'}/${name}/src/main.ts`;
};
