import { readSettings, serviceSettings } from '@nightshelf/platform/config/settings.ts';
import type { z } from 'zod';
import { gatewaySettings } from '../../../../gateway/src/settings.ts';
import { authSettings } from '../../../../services/auth/src/config.ts';
import { catalogSettings } from '../../../../services/catalog/src/config.ts';
import { librarySettings } from '../../../../services/library/src/config.ts';
import { mediaSettings } from '../../../../services/media/src/config.ts';
import { socialSettings } from '../../../../services/social/src/config.ts';
import { consoleSettings } from '../../../operations/console/src/settings.ts';
import { byKind, type Container, containersOf, labelsOfPods, type Resource, titleOf } from './resource.ts';

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

/** Read by database and Redis clients and by OpenTelemetry, not through the schemas. */
const readByLibraries = /^(PGSSLROOTCERT|PGSSLMODE|REDIS_CA_FILE|OTEL_\w+)$/;

/** Returns settings that the process does not know, and the reasons why it would refuse to start. */
export function faultsOfVariables(schema: z.ZodObject, variables: Readonly<Record<string, string>>): string[] {
  const unknown = Object.keys(variables).filter((name) => !(name in schema.shape || readByLibraries.test(name)));
  const faults = unknown.map((name) => `${name} is no setting`);
  try {
    readSettings(schema, variables);
    return faults;
  } catch (error) {
    return [...faults, String((error as Error).message)];
  }
}

/** Whether each process accepts and knows the settings that the manifests give it, without a cluster. */
export const settingsFaults = (resources: readonly Resource[]): string[] =>
  resources.flatMap((resource) => {
    const schema = schemas[labelsOfPods(resource)['app.kubernetes.io/name'] ?? ''];
    if (!schema) return [];
    return containersOf(resource).flatMap((container) => {
      const { variables, parts, missing } = environmentOf(container, resources);
      const own = Object.entries(variables).filter(([name]) => name in schema.shape || !parts.has(name));
      const unresolved = own.filter(([, value]) => value.includes('$('));
      return [
        ...missing.map((name) => `${name} is missing`),
        ...unresolved.map(([name]) => `${name} refers to a missing variable`),
        ...faultsOfVariables(schema, Object.fromEntries(own)),
      ].map((fault) => `${titleOf(resource)}: ${fault}`);
    });
  });

const secretValue = 'a-value-that-only-the-cluster-knows-0123456789';

interface Environment {
  readonly variables: Readonly<Record<string, string>>;
  /** Variables that other variables refer to. */
  readonly parts: ReadonlySet<string>;
  /** ConfigMaps and keys that the manifests lack. */
  readonly missing: readonly string[];
}

/** Returns a container's variables as kubelet sets them; secrets get a placeholder. */
function environmentOf(container: Container, resources: readonly Resource[]): Environment {
  const maps = new Map(byKind(resources, 'ConfigMap').map((map) => [map.metadata.name, map.data ?? {}]));
  const missing: string[] = [];
  const variables: Record<string, string> = {};
  for (const { configMapRef } of container.envFrom ?? []) {
    if (!configMapRef) continue;
    const data = maps.get(configMapRef.name);
    if (data) Object.assign(variables, data);
    else missing.push(configMapRef.name);
  }
  const parts = new Set<string>();
  // A reference sees the earlier entries of `env` only, not those of `envFrom`.
  const named: Record<string, string> = {};
  for (const { name, value, valueFrom } of container.env ?? []) {
    const reference = valueFrom?.configMapKeyRef;
    const given = reference ? maps.get(reference.name)?.[reference.key] : (value ?? secretValue);
    if (given === undefined) missing.push(`${reference?.name} ${reference?.key}`);
    named[name] = (given ?? '').replaceAll(/\$\(([A-Z_]+)\)/g, (whole, part: string) => {
      parts.add(part);
      return named[part] ?? whole;
    });
  }
  return { variables: { ...variables, ...named }, parts, missing };
}

/** Returns the database connections that all pods of all services open when scaled to their maximum. */
export function mostConnections(resources: readonly Resource[]): number {
  const scalers = [...byKind(resources, 'HorizontalPodAutoscaler'), ...byKind(resources, 'ScaledObject')];
  return byKind(resources, 'Deployment').reduce((sum, { metadata, spec }) => {
    const [app] = spec?.template?.spec.containers ?? [];
    const variables = app ? environmentOf(app, resources).variables : {};
    if (!variables.DATABASE_URL) return sum;
    const scaler = scalers.find((it) => it.spec?.scaleTargetRef?.name === metadata.name)?.spec;
    const replicas = scaler?.maxReplicas ?? scaler?.maxReplicaCount ?? spec?.replicas ?? 1;
    // A relay holds one connection beside the pool, and a rollout adds a pod.
    return sum + (Number(variables.DATABASE_POOL) + (variables.ROLES?.includes('relay') ? 1 : 0)) * (replicas + 1);
  }, 0);
}
