import type { AnyEntity, EntityName } from '@mikro-orm/postgresql';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { z } from 'zod';
import { readSettings, type ServiceSettings, serviceSettings } from '../config/settings.ts';
import type { MigrationList } from '../database/migrate.ts';
import type { Work } from '../database/work.ts';
import type { EventHandler } from '../events/handler.ts';
import type { OwnedTopic } from '../events/projections/owned.ts';
import type { Projection } from '../events/projections/projection.ts';
import type { Check } from '../http/operations.ts';
import type { Job } from '../jobs/worker.ts';
import type { Logger } from '../logging/logger.ts';
import type { RedisClient } from '../redis/client.ts';
import type { MeasureConnection } from '../redis/command-metrics.ts';
import type { Teardown } from './start-process.ts';

export interface Foundation<Settings> {
  readonly settings: Settings & ServiceSettings;
  readonly work: Work;
  /** Durable Redis: sessions, queues. Never evicts. */
  readonly redis: RedisClient;
  /** Cache Redis: evicts, may be empty at any time. */
  readonly cache: RedisClient;
  readonly logger: Logger;
  readonly registry: Registry;
  /** For connections to Redis that a service opens itself. */
  readonly measureConnection: MeasureConnection;
}

/** A wired part of a service, usually one folder. */
export interface ServicePart {
  readonly routes?: (app: FastifyInstance) => void;
  /** Reactions to other services' events; the service's name is the consumer group. */
  readonly handlers?: readonly EventHandler[];
  readonly jobs?: readonly Job[];
  /**
   * The topics that the service publishes, and of which it publishes a snapshot every night.
   */
  readonly owns?: readonly OwnedTopic[];
  /**
   * Additional work of `republish`.
   * @returns how many events it recorded
   */
  readonly republish?: () => Promise<number>;
  /** Operators' commands of this service alone, by name: `node src/main.ts <name> <arguments>`. */
  readonly commands?: Readonly<Record<string, (args: readonly string[]) => Promise<void>>>;
  readonly readiness?: Readonly<Record<string, Check>>;
  readonly close?: () => Promise<void>;
}

/** One part or several, whose routes are added in this order. */
type Composed = ServicePart | readonly ServicePart[];

export interface ServiceDefinition<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly settings: Schema;
  readonly entities: readonly EntityName<AnyEntity>[];
  readonly migrations: MigrationList;
  /** Tables filled from other services' events, one for each topic; their owners' snapshots verify them. */
  readonly projections?: readonly Projection[];
  readonly compose: (foundation: Foundation<z.output<Schema>>) => Composed | Promise<Composed>;
}

export function defineService<Schema extends z.ZodObject>(definition: ServiceDefinition<Schema>) {
  return definition;
}

/** @throws SettingsError */
export function readServiceSettings<Schema extends z.ZodObject>(
  { settings }: Pick<ServiceDefinition<Schema>, 'settings'>,
  env: NodeJS.ProcessEnv,
): ServiceSettings & z.output<Schema> {
  return readSettings(serviceSettings.safeExtend(settings.shape), env) as ServiceSettings & z.output<Schema>;
}

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
