import { byKind, type Container, type Resource } from '../resource.ts';

/** Stands for a value that only the cluster knows. */
const secretValue = 'a-value-that-only-the-cluster-knows-0123456789';

export interface Environment {
  readonly variables: Readonly<Record<string, string>>;
  /** Variables that others are put together from. */
  readonly parts: ReadonlySet<string>;
  /** Names of ConfigMaps and keys that are not there. */
  readonly missing: readonly string[];
}

/** The variables of a container, as kubelet would set them. */
export function environmentOf(container: Container, resources: readonly Resource[]): Environment {
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
  // What envFrom brings cannot be referred to, only what env has named before.
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
