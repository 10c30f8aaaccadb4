import { type Pod, statusesOf } from '../cluster/pods.ts';

export interface Controller {
  readonly kind: string;
  readonly metadata: { name: string; generation: number };
  readonly spec: { replicas?: number };
  readonly status: {
    observedGeneration?: number;
    replicas?: number;
    updatedReplicas?: number;
    availableReplicas?: number;
  };
}

/** Whether all pods of a Deployment or StatefulSet are of its newest form and serve, and no older one is left. */
export function isRolledOut({ metadata, spec, status }: Controller): boolean {
  const wanted = spec.replicas ?? 1;
  return (
    (status.observedGeneration ?? 0) >= metadata.generation &&
    (status.updatedReplicas ?? 0) >= wanted &&
    (status.availableReplicas ?? 0) >= wanted &&
    (status.replicas ?? 0) <= (status.updatedReplicas ?? 0)
  );
}

/** `14 of 16 ready, waiting for auth-http, gateway`. */
export function progressOf(controllers: readonly Controller[]): string {
  const waiting = controllers.filter((each) => !isRolledOut(each)).map(({ metadata }) => metadata.name);
  const ready = `${controllers.length - waiting.length} of ${controllers.length} ready`;
  return waiting.length === 0 ? ready : `${ready}, waiting for ${waiting.join(', ')}`;
}

const noImage = ['ErrImagePull', 'ImagePullBackOff', 'ErrImageNeverPull', 'InvalidImageName'];

/** Images that pods wait for in vain: they are not in the cluster and cannot be pulled. */
export function missingImages(pods: readonly Pod[]): string[] {
  const images = pods.flatMap((pod) =>
    statusesOf(pod)
      .filter(({ state }) => noImage.includes(state.waiting?.reason ?? ''))
      .map(({ name, image }) => image ?? name),
  );
  return [...new Set(images)].sort();
}
