import { figure } from './figures.ts';
import { type Processors, processorsOf, type Service, services } from './processors.ts';
import type { Question } from './question.ts';

export interface Deployable {
  readonly name: string;
  /** Busy at the peak, of all pods together. */
  readonly cores: number;
  readonly pods: number;
  /** MB of all pods together. */
  readonly memory: number;
  /** Connections that all pods together may open to PostgreSQL. */
  readonly connections: number;
  /** Most pods that the manifests allow. */
  readonly most: number;
}

/** One more can be away: for an upgrade, or with its node. */
const fewest = 2;

/** A process runs on one thread: as many as keep each below what is planned of a core. */
export const podsFor = (cores: number) => Math.max(fewest, Math.ceil(cores / figure('core.planned')));

/** Bytes of a gateway's memory that are left for streams; it is planned full to four fifths. */
const streamRoom = () => (figure('set.gateway.memory') * 0.8 - figure('memory.gateway')) * 1e6;

/** Streams that one gateway has room for. */
export const streamsOfGateway = () => Math.floor(streamRoom() / figure('gateway.stream'));

export function deployablesOf(question: Question): Deployable[] {
  const processors = processorsOf(question);
  return [gatewayOf(question, processors), ...services.flatMap((service) => ofService(service, question, processors))];
}

function gatewayOf({ users, online }: Question, { gateway }: Processors): Deployable {
  const streams = users * online;
  const pods = Math.max(podsFor(gateway), Math.ceil(streams / streamsOfGateway()));
  const memory = pods * figure('memory.gateway') + (streams * figure('gateway.stream')) / 1e6;
  return { name: 'gateway', cores: gateway, pods, memory, connections: 0, most: figure('set.gateway.pods') };
}

function ofService(
  service: Service,
  { relays, consumers }: Question,
  { http, consumers: applying, workers }: Processors,
): Deployable[] {
  const [memory, pool] = [figure(`memory.${service}`), figure(`set.${service}.pool`)];
  const pods = (name: string, cores: number, count: number, most: number, own: number): Deployable => ({
    name: `${service}-${name}`,
    cores,
    pods: count,
    memory: count * memory,
    connections: count * (pool + own),
    most,
  });
  const all = [pods('http', http[service], podsFor(http[service]), figure(`set.${service}.pods`), 0)];
  // Nothing is told to media. A consumer more than there are partitions would have nothing to do.
  if (service !== 'media') all.push(pods('consumers', applying[service], podsFor(applying[service]), consumers, 0));
  // Each worker has one connection of its relay's own.
  return [...all, pods('worker', workers[service], Math.max(relays, podsFor(workers[service])), relays, 1)];
}
