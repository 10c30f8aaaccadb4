import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demandOf } from './demand.ts';
import { limits, reachedBy } from './limits.ts';
import { deployablesOf } from './pods.ts';
import { type Question, questionOf } from './question.ts';
import { rebuildsOf } from './rebuild.ts';
import { redisOf } from './redis.ts';
import { reportOf } from './report.ts';
import type { Skew } from './skew.ts';
import { bytesOfAll, storageOf } from './storage.ts';
import { topicLoadsOf } from './topics.ts';

const ask = (...args: string[]): Question => questionOf(args);
const skew: Skew = { keys: 1, hottest: 1.2, busiest: 0 };

/** Questions of all kinds, and a second number of users that is larger. */
const questions = fc
  .record({
    users: fc.integer({ min: 1, max: 1e8 }),
    more: fc.integer({ min: 0, max: 1e8 }),
    active: fc.double({ min: 0, max: 1, noNaN: true }),
    peak: fc.double({ min: 1, max: 20, noNaN: true }),
    journeys: fc.double({ min: 0, max: 50, noNaN: true }),
    partitions: fc.integer({ min: 1, max: 200 }),
    bus: fc.constantFrom('kafka', 'redis'),
  })
  .map(({ more, ...asked }) => {
    const few = { ...ask('--users', '1'), ...asked, consumers: asked.partitions } as Question;
    return { few, many: { ...few, users: few.users + more } };
  });

test('more users never need less of anything', () => {
  fc.assert(
    fc.property(questions, ({ few, many }) => {
      const after = new Map(deployablesOf(many).map((each) => [each.name, each]));
      for (const { name, pods, cores, memory, connections } of deployablesOf(few)) {
        const other = after.get(name);
        expect(other?.pods).toBeGreaterThanOrEqual(pods);
        expect(other?.cores).toBeGreaterThanOrEqual(cores);
        expect(other?.memory).toBeGreaterThanOrEqual(memory);
        expect(other?.connections).toBeGreaterThanOrEqual(connections);
      }
      for (const { use } of limits) expect(use(many, skew)).toBeGreaterThanOrEqual(use(few, skew));
    }),
  );
});

test('parts add up to the whole', () => {
  fc.assert(
    fc.property(questions, ({ few }) => {
      const { calls, requests } = demandOf(few);
      expect(Object.values(calls).reduce((sum, each) => sum + each, 0)).toBeCloseTo(requests, 6);
      expect(storageOf(few).reduce((sum, { bytes }) => sum + bytes, 0)).toBeCloseTo(bytesOfAll(few), 0);
      for (const { messages, mean, hottest, partitions } of topicLoadsOf(few, skew)) {
        expect(mean * partitions).toBeCloseTo(messages, 6);
        expect(hottest).toBeGreaterThanOrEqual(mean);
      }
    }),
  );
});

test('nothing asked of nobody is nothing, and what stands there stands', () => {
  const idle = { ...ask('--users', '1'), active: 0, online: 0, sessions: 0, entries: 0 };
  expect(demandOf(idle).requests).toBe(0);
  expect(redisOf(idle)).toEqual({ sessions: 0, streams: 0, commands: 0, heard: 0 });
  for (const { pods } of deployablesOf(idle)) expect(pods).toBeGreaterThanOrEqual(2);
});

test('more partitions carry more, more relays publish more, and neither without end', () => {
  const [few, many] = [ask('--users', '1e7'), ask('--users', '1e7', '--partitions', '48')];
  const fullest = (question: Question) => topicLoadsOf(question, skew)[0]?.use ?? Number.NaN;
  expect(fullest(many)).toBeLessThan(fullest(few));
  const seconds = (question: Question) => rebuildsOf(question)[0]?.seconds ?? Number.NaN;
  expect(seconds(many)).toBeLessThan(seconds(few));
  const wide = (relays: string) => seconds(ask('--users', '1e7', '--partitions', '5000', '--relays', relays));
  expect(wide('8')).toBeLessThan(wide('1'));
  expect(wide('64')).toBe(wide('8'));
});

test('Redis Streams are kept in memory, Kafka is not', () => {
  expect(redisOf(ask('--users', '1e6')).streams).toBe(0);
  expect(redisOf(ask('--users', '1e6', '--bus', 'redis')).streams).toBeGreaterThan(1e9);
});

test('a limit is reached where it says, and what is reached first comes first', () => {
  const asked = ask('--users', '1e6');
  const reached = reachedBy(asked, skew);
  expect(reached.map(({ users }) => users)).toEqual(reached.map(({ users }) => users).toSorted((a, b) => a - b));
  const useOf = new Map(limits.map(({ what, use }) => [what, use]));
  for (const { what, users } of reached.filter((each) => Number.isFinite(each.users))) {
    expect(useOf.get(what)?.({ ...asked, users }, skew)).toBeGreaterThan(1);
    expect(useOf.get(what)?.({ ...asked, users: users * 0.98 }, skew)).toBeLessThanOrEqual(1);
  }
});

test('the same question has the same answer, which names what goes first', () => {
  const [first = '', second] = [1, 2].map(() => reportOf(ask('--users', '1e6', '--seed', '7')));
  expect(second).toBe(first);
  expect(first).toMatch(/WHAT SATURATES FIRST: .+, with [\d.,]+.* users/);
  expect(first).not.toMatch(/NaN|undefined|Infinity/);
});
