import { topics } from '@nightshelf/contracts/events/topics.ts';
import { byKind, labelsOfPods, type Resource, selects, titleOf } from '../resource.ts';

const isProduct = (resource: Resource) => resource.metadata.labels?.['app.kubernetes.io/part-of'] !== undefined;

/** Who decides how many: one only, or nobody anywhere; and how many may be taken away at once. */
export function scalingFaults(resources: readonly Resource[]): string[] {
  const deployments = byKind(resources, 'Deployment').filter(isProduct);
  const scalers = [...byKind(resources, 'HorizontalPodAutoscaler'), ...byKind(resources, 'ScaledObject')];
  const targets = scalers.map(({ spec }) => spec?.scaleTargetRef?.name);
  const known = new Set(deployments.map(({ metadata }) => metadata.name));
  return [
    ...deployments.flatMap((deployment) => faultsOfDeployment(deployment, targets, resources)),
    ...scalers
      .filter(({ spec }) => !known.has(spec?.scaleTargetRef?.name ?? ''))
      .map((s) => `${titleOf(s)}: no target`),
    ...byKind(resources, 'ScaledObject').flatMap(faultsOfScaledObject),
  ];
}

function faultsOfDeployment(
  deployment: Resource,
  targets: readonly (string | undefined)[],
  resources: readonly Resource[],
): string[] {
  const labels = labelsOfPods(deployment);
  const scalers = targets.filter((target) => target === deployment.metadata.name).length;
  const answersRequests = labels['app.kubernetes.io/component'] === 'http';
  const budgets = byKind(resources, 'PodDisruptionBudget').filter(({ spec }) => selects(spec?.selector, labels));
  return [
    answersRequests && scalers === 0 && targets.length > 0 ? 'answers requests and is not scaled' : '',
    scalers > 1 ? 'is scaled by two at once' : '',
    scalers > 0 && deployment.spec?.replicas !== undefined ? 'sets replicas beside what scales it' : '',
    scalers === 0 && deployment.spec?.replicas === undefined ? 'does not say how many' : '',
    budgets.length === 1 && budgets[0]?.spec?.maxUnavailable === 1 ? '' : 'needs one budget with maxUnavailable 1',
  ]
    .filter(Boolean)
    .map((fault) => `${titleOf(deployment)}: ${fault}`);
}

function faultsOfScaledObject(scaled: Resource): string[] {
  const { triggers = [], fallback, maxReplicaCount = 100 } = scaled.spec ?? {};
  const of = (kind: string) => triggers.filter(({ type }) => type === kind).map(({ metadata }) => metadata);
  const partitions = of('kafka').map(({ topic = '' }) =>
    topic in topics ? topics[topic as keyof typeof topics].partitions : 0,
  );
  const byFigures = of('prometheus');
  const keepsAll = fallback?.behavior === 'currentReplicasIfHigher';
  const namesNull = byFigures.every(({ ignoreNullValues }) => ignoreNullValues === 'false');
  return [
    partitions.includes(0) ? 'follows a topic that is none' : '',
    partitions.length > 0 && maxReplicaCount > Math.max(...partitions) ? 'more consumers than partitions' : '',
    byFigures.length > 0 && !keepsAll ? 'takes pods away while nobody knows whether they are needed' : '',
    namesNull ? '' : 'takes missing figures for zero',
  ]
    .filter(Boolean)
    .map((fault) => `${titleOf(scaled)}: ${fault}`);
}
