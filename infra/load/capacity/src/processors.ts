import { type Call, type Demand, demandOf } from './demand.ts';
import { figure } from './figures.ts';
import type { Question } from './question.ts';

export type Service = 'auth' | 'library' | 'catalog' | 'social' | 'media';
export const services: readonly Service[] = ['auth', 'library', 'catalog', 'social', 'media'];

/** Who answers a call, behind the gateway; the page itself is the gateway's. */
export const answeredBy: Readonly<Record<Call, Service | null>> = {
  page: null,
  session: 'auth',
  reviews: 'media',
  search: 'catalog',
  game: 'catalog',
  vault: 'library',
  change: 'library',
  add: 'library',
  remove: 'library',
  'find-users': 'social',
  profile: 'social',
  follow: 'social',
  'sign-in': 'auth',
  'sign-out': 'auth',
};

/** Cores that are busy at the peak. */
export interface Processors {
  readonly gateway: number;
  readonly http: Readonly<Record<Service, number>>;
  readonly consumers: Readonly<Record<Service, number>>;
  readonly workers: Readonly<Record<Service, number>>;
  /** PostgreSQL's, by database. */
  readonly postgres: Readonly<Record<Service, number>>;
}

/** A name that begins with what somebody types: of so many users one has these six letters, as k6 types them. */
const usersForEachMatch = 2000;

/** Milliseconds of a core in each second are thousandths of a core. */
const cores = (perSecond: number, ms: number) => (perSecond * ms) / 1000;

export function processorsOf(question: Question): Processors {
  const demand = demandOf(question);
  const calls = Object.entries(demand.calls) as [Call, number][];
  const streams = question.users * question.online;
  const of = (service: Service, part: 'service' | 'postgres') =>
    calls
      .filter(([call]) => answeredBy[call] === service)
      .reduce((total, [call, perSecond]) => total + cores(perSecond, figure(`call.${call}.${part}`)), 0);
  const events = eventsOf(question, demand);
  const each = (value: (service: Service) => number) =>
    Object.fromEntries(services.map((service) => [service, value(service)])) as Record<Service, number>;
  return {
    // Its requests, and the streams that it keeps open.
    gateway:
      calls.reduce((total, [call, perSecond]) => total + cores(perSecond, figure(`call.${call}.gateway`)), 0) +
      cores(streams, figure('gateway.stream.cpu')),
    http: each((service) => of(service, 'service')),
    consumers: each((service) => cores(events.applied[service], applying(service, 'service'))),
    workers: each((service) => cores(events.published[service], figure('event.relay.service'))),
    postgres: each(
      (service) =>
        of(service, 'postgres') +
        cores(events.applied[service], applying(service, 'postgres')) +
        cores(events.published[service], figure('event.relay.postgres')) +
        // Whoever searches for users has every name sorted that begins so: that grows with both.
        (service === 'social' ? cores(demand.calls['find-users'], matches(question) * figure('find-users.match')) : 0),
    ),
  };
}

const matches = ({ users }: Question) => users / usersForEachMatch;

/** Milliseconds of PostgreSQL for one search of users, which no other users have to be there for. */
export const searchOfUsersMs = (question: Question) =>
  figure('call.find-users.postgres') + matches(question) * figure('find-users.match');

/** Entries are the work of most consumers; a follow that auth counts costs it about what catalog does with an entry. */
const applying = (service: Service, part: 'service' | 'postgres') =>
  figure(service === 'social' ? `event.social.${part}` : `event.catalog.${part}`);

interface Events {
  /** A second, at the peak, by who publishes and by who applies them. */
  readonly published: Readonly<Record<Service, number>>;
  readonly applied: Readonly<Record<Service, number>>;
}

/** Entries go to social and catalog, follows to auth; users and games change seldom beside them. */
export function eventsOf({ events }: Question, { entryChanges, calls }: Demand): Events {
  const entries = entryChanges * events;
  const none = { auth: 0, library: 0, catalog: 0, social: 0, media: 0 };
  return {
    published: { ...none, library: entries, social: calls.follow },
    applied: { ...none, social: entries, catalog: entries, auth: calls.follow },
  };
}

export const total = (parts: Readonly<Record<string, number>>) =>
  Object.values(parts).reduce((all, part) => all + part, 0);
