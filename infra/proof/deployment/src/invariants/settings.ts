import { readSettings, serviceSettings } from '@nightshelf/platform/config/settings.ts';
import type { z } from 'zod';
import { gatewaySettings } from '../../../../../gateway/src/settings.ts';
import { authSettings } from '../../../../../services/auth/src/config.ts';
import { catalogSettings } from '../../../../../services/catalog/src/config.ts';
import { librarySettings } from '../../../../../services/library/src/config.ts';
import { mediaSettings } from '../../../../../services/media/src/config.ts';
import { socialSettings } from '../../../../../services/social/src/config.ts';
import { consoleSettings } from '../../../../operations/console/src/settings.ts';
import { byKind, type Container, containersOf, labelsOfPods, type Resource, titleOf } from '../resource.ts';
import { environmentOf } from './environment.ts';

/** The settings of each deployable, by its name. */
export const schemas: Readonly<Record<string, z.ZodObject>> = {
  auth: serviceSettings.safeExtend(authSettings.shape),
  library: serviceSettings.safeExtend(librarySettings.shape),
  catalog: serviceSettings.safeExtend(catalogSettings.shape),
  social: serviceSettings.safeExtend(socialSettings.shape),
  media: serviceSettings.safeExtend(mediaSettings.shape),
  console: consoleSettings,
  gateway: gatewaySettings,
  'gateway-behind-nginx': gatewaySettings,
};

/** Read where connections are made: by the names that PostgreSQL's own clients have for them, and for every Redis. */
const ofTheRuntime = new Set(['PGSSLROOTCERT', 'PGSSLMODE', 'REDIS_CA_FILE']);

/** Whether each process would accept the settings that it gets, and knows each of them. */
export const settingsFaults = (resources: readonly Resource[]): string[] =>
  resources.flatMap((resource) => {
    const schema = schemas[labelsOfPods(resource)['app.kubernetes.io/name'] ?? ''];
    if (!schema) return faultsOfKeys(resource);
    return containersOf(resource).flatMap((container) =>
      faultsOfContainer(container, schema, resources).map((fault) => `${titleOf(resource)}: ${fault}`),
    );
  });

function faultsOfContainer(container: Container, schema: z.ZodObject, resources: readonly Resource[]): string[] {
  const { variables, parts, missing } = environmentOf(container, resources);
  const unknown = Object.keys(variables).filter(
    (name) => !(name in schema.shape || parts.has(name) || ofTheRuntime.has(name)),
  );
  const unresolved = Object.entries(variables).filter(([, value]) => value.includes('$('));
  return [
    ...missing.map((name) => `${name} is not there`),
    ...unknown.map((name) => `${name} is no setting`),
    ...unresolved.map(([name]) => `${name} refers to a variable that is not there`),
    ...refusal(schema, variables),
  ];
}

function refusal(schema: z.ZodObject, variables: Readonly<Record<string, string>>): string[] {
  try {
    readSettings(schema, variables);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Secrets named after a service hold settings of that service. */
function faultsOfKeys(resource: Resource): string[] {
  const [, service = ''] = /^(\w+)-keys$/.exec(resource.spec?.target?.name ?? '') ?? [];
  const schema = schemas[service];
  if (resource.kind !== 'ExternalSecret' || !schema) return [];
  return (resource.spec?.data ?? [])
    .filter(({ secretKey }) => !(secretKey in schema.shape))
    .map(({ secretKey }) => `${titleOf(resource)}: ${secretKey} is no setting`);
}

/** Connections that all pods of all services may open at their largest, by what limits them in the manifests. */
export function mostConnections(resources: readonly Resource[]): number {
  const most = (name: string, replicas: number | undefined) => {
    const scaler = [...byKind(resources, 'HorizontalPodAutoscaler'), ...byKind(resources, 'ScaledObject')].find(
      ({ spec }) => spec?.scaleTargetRef?.name === name,
    );
    return scaler?.spec?.maxReplicas ?? scaler?.spec?.maxReplicaCount ?? replicas ?? 1;
  };
  return byKind(resources, 'Deployment').reduce((sum, deployment) => {
    const [app] = deployment.spec?.template?.spec.containers ?? [];
    const { variables } = app ? environmentOf(app, resources) : { variables: {} as Record<string, string> };
    if (!variables.DATABASE_URL) return sum;
    // A relay holds one beside the pool, and during a rollout there is a pod more.
    const ofOne = Number(variables.DATABASE_POOL) + (variables.ROLES?.includes('relay') ? 1 : 0);
    return sum + ofOne * (most(deployment.metadata.name, deployment.spec?.replicas) + 1);
  }, 0);
}
