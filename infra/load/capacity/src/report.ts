import { type Call, demandOf } from './demand.ts';
import { figure, figures, machine } from './figures.ts';
import { reachedBy } from './limits.ts';
import { type Deployable, deployablesOf } from './pods.ts';
import { processorsOf, services, total } from './processors.ts';
import type { Question } from './question.ts';
import { rebuildsOf } from './rebuild.ts';
import { redisOf } from './redis.ts';
import { type Skew, skewOf } from './skew.ts';
import { bytesOfAll, storageOf, yearsUntilFull } from './storage.ts';
import { topicLoadsOf } from './topics.ts';
import { bytes, duration, people, percent, short, table } from './words.ts';

/** The whole answer, in words and tables. The same for the same question. */
export function reportOf(question: Question): string {
  const skew = skewOf(question);
  return [
    asked(question),
    requests(question),
    pods(question),
    databases(question),
    events(question, skew),
    redis(question),
    rebuilds(question),
    order(question, skew),
    doubts(),
  ].join('\n\n');
}

const sumOf = (deployables: readonly Deployable[], of: (each: Deployable) => number) =>
  deployables.reduce((sum, each) => sum + of(each), 0);

const asked = ({ users, active, journeys, peak, entries, bus }: Question) =>
  `${people(users)} users, ${percent(active)} of them a day, ${short(journeys)} journeys each, ` +
  `the busiest minutes ${short(peak)} times the mean; ${short(entries)} games in a vault; events by ${bus}.`;

function requests(question: Question): string {
  const { calls, requests: all, entryChanges } = demandOf(question);
  const rows = (Object.entries(calls) as [Call, number][])
    .sort(([, one], [, other]) => other - one)
    .map(([call, perSecond]) => [call, short(perSecond), short(figure(`call.${call}.p95`))]);
  return `REQUESTS a second at the peak: ${short(all)}, of which ${short(entryChanges)} change an entry\n${table(['call', 'a second', 'p95 alone, ms'], rows)}`;
}

function pods(question: Question): string {
  const deployables = deployablesOf(question);
  const rows = deployables.map(({ name, cores, pods: count, memory, most }) => [
    name,
    short(cores),
    short(count),
    short(most),
    bytes(memory * 1e6),
    count > most ? 'more than the manifests allow' : '',
  ]);
  const sums = `${short(sumOf(deployables, ({ cores }) => cores))} cores busy, ${bytes(sumOf(deployables, ({ memory }) => memory) * 1e6)}`;
  return `PODS at the peak, each planned at ${percent(figure('core.planned'))} of a core: ${sums} in all\n${table(
    ['deployable', 'cores', 'pods', 'allowed', 'memory', ''],
    rows,
  )}`;
}

function databases(question: Question): string {
  const { postgres } = processorsOf(question);
  const connections = sumOf(deployablesOf(question), (each) => each.connections);
  // A transaction holds its connection while PostgreSQL works, and while its statements go back and forth.
  const busy = total(postgres) * figure('postgres.round-trips');
  const storage = storageOf(question);
  const rows = services.map((service) => {
    const { bytes: size = 0, aYear = 0 } = storage.find(({ database }) => database === service) ?? {};
    return [service, short(postgres[service]), bytes(size), bytes(aYear)];
  });
  const disk = figure('set.disk') * 2 ** 30;
  const years = yearsUntilFull(question, disk);
  const [all, large] = [bytesOfAll(question), 4e12];
  const yearsOfLarge = yearsUntilFull(question, large);
  const said = (left: number) => (left < 0 ? 'do not hold it' : `last ${short(left)} years`);
  return [
    `POSTGRESQL: ${short(total(postgres))} cores busy, ${bytes(all)}`,
    table(['database', 'cores', 'on the disk', 'a year more'], rows),
    `The ${short(figure('set.disk'))} GiB as installed ${said(years)}, 4 TB ${said(yearsOfLarge)}. Every replica has all of it again.`,
    `Pools may open ${short(connections)} connections, ${short(figure('set.connections'))} are allowed; about ${short(busy)} are in use at once, which is what PgBouncer would open.`,
  ].join('\n');
}

function events(question: Question, skew: Skew): string {
  const rows = topicLoadsOf(question, skew).map((load) => [
    load.topic,
    short(load.messages),
    short(load.partitions),
    short(load.mean),
    short(load.hottest),
    percent(load.use),
    load.use < 1 ? duration(load.wait) : `falls behind by ${short(load.hottest - figure('event.partition'))} a second`,
  ]);
  return [
    'EVENTS a second at the peak',
    table(['topic', 'all', 'partitions', 'mean of one', 'fullest', 'of what it bears', 'waits'], rows),
    `Of ${short(skew.keys)} users drawn, who change a vault as unevenly as people do, the fullest partition has ${short(skew.hottest)} times the mean,`,
    `the busiest user ${percent(skew.busiest)} of all: no number of partitions divides that.`,
  ].join('\n');
}

function redis(question: Question): string {
  const { sessions, streams, commands, heard } = redisOf(question);
  return `REDIS: ${bytes(sessions)} of sessions${streams > 0 ? `, ${bytes(streams)} of events` : ''}; ${short(commands)} commands a second; every gateway hears ${short(heard)} messages a second`;
}

function rebuilds(question: Question): string {
  const rows = rebuildsOf(question).map(({ projection, rows: count, seconds }) => [
    projection,
    people(count),
    duration(seconds),
  ]);
  return `PUBLISHING ALL AGAIN to a copy, with nothing else to do\n${table(['copy', 'rows', 'takes'], rows)}`;
}

function order(question: Question, skew: Skew): string {
  const reached = reachedBy(question, skew);
  const rows = reached.map(({ what, use, users, remedy, isReady }) => [
    what,
    people(users),
    percent(use),
    isReady ? 'settings' : 'code',
    remedy,
  ]);
  const first = reached[0];
  return [
    `WHAT SATURATES FIRST: ${first ? `${first.what}, with ${people(first.users)} users` : 'nothing'}`,
    table(['what', 'full with users', 'used now', 'needs', 'then'], rows),
  ].join('\n');
}

function doubts(): string {
  const kinds = Object.groupBy(Object.values(figures), ({ kind }) => kind);
  const count = (kind: string) => kinds[kind]?.length ?? 0;
  return [
    `Fed by ${count('measured')} figures that were measured, ${count('estimated')} that are estimates and ${count('set')} that are settings (infra/load/capacity/figures.json).`,
    `Measured on ${machine}.`,
    'Take times of the processor as right within a factor of two, bytes within a quarter, and where it breaks as an order more than a number.',
  ].join('\n');
}
