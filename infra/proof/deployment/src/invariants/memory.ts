import { byKind, type Container, podOf, type Resource } from '../resource.ts';

const units: Readonly<Record<string, number>> = { Ki: 1 / 1024, Mi: 1, Gi: 1024 };

/** MiB of a quantity such as 384Mi. */
function mebibytes(quantity = ''): number {
  const [, number, unit = ''] = /^(\d+)(Ki|Mi|Gi)$/.exec(quantity) ?? [];
  const factor = units[unit];
  if (number === undefined || factor === undefined) throw new Error(`No quantity of memory: ${quantity}`);
  return Number(number) * factor;
}

/** Memory of all that runs all the time, in MiB. */
export interface Memory {
  /** At most. */
  readonly limits: number;
  /** What the scheduler sets aside, with a second pod of each Deployment, as during an upgrade. */
  readonly requestsOfUpgrade: number;
}

/** Memory that the pods of manifests take, with as many replicas as they name. */
export function memoryOf(resources: readonly Resource[]): Memory {
  const deployments = byKind(resources, 'Deployment');
  const sum = (some: readonly Resource[], of: (container: Container) => string | undefined, more = 0) =>
    some.reduce((total, resource) => {
      const ofPod = podOf(resource).containers.reduce((of_, container) => of_ + mebibytes(of(container)), 0);
      return total + ofPod * ((resource.spec?.replicas ?? 1) + more);
    }, 0);
  const servers = byKind(resources, 'StatefulSet');
  const limit = ({ resources: given }: Container) => given?.limits?.memory;
  const request = ({ resources: given }: Container) => given?.requests?.memory;
  return {
    limits: sum([...deployments, ...servers], limit),
    requestsOfUpgrade: sum(deployments, request, 1) + sum(servers, request),
  };
}
