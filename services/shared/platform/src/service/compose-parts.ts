import type { z } from 'zod';
import type { Foundation, ServiceDefinition, ServicePart } from './service-definition.ts';
import type { Teardown } from './teardown.ts';

/** All parts of a service combined. */
export type WholeService = Required<Omit<ServicePart, 'close'>>;

/** Composes a service and combines its parts; `teardown` closes them. */
export async function composeParts<Schema extends z.ZodObject>(
  { compose }: Pick<ServiceDefinition<Schema>, 'compose'>,
  foundation: Foundation<z.output<Schema>>,
  teardown: Teardown,
): Promise<WholeService> {
  const parts: readonly ServicePart[] = [await compose(foundation)].flat();
  teardown.add('parts', () => Promise.all(parts.map((part) => part.close?.())));
  return {
    routes: (app) => {
      for (const { routes } of parts) routes?.(app);
    },
    handlers: parts.flatMap(({ handlers = [] }) => handlers),
    jobs: parts.flatMap(({ jobs = [] }) => jobs),
    owns: parts.flatMap(({ owns = [] }) => owns),
    republish: async () => {
      let recorded = 0;
      for (const { republish } of parts) recorded += (await republish?.()) ?? 0;
      return recorded;
    },
    commands: Object.assign({}, ...parts.map(({ commands }) => commands)),
    readiness: Object.assign({}, ...parts.map(({ readiness }) => readiness)),
  };
}
