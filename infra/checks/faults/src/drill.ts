import { createWriteStream, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { busyConnections, checkCopies, checkData, checkStuck } from './checks.ts';
import { type Fault, faultKinds, makePlan } from './faults.ts';
import { Crowd } from './gamers/crowd.ts';
import type { Check, Problem } from './gamers/ledger.ts';
import { Stage } from './stage/stage.ts';

export interface DrillOptions {
  readonly bus: 'kafka' | 'redis';
  readonly faults: number;
  readonly seed: number;
  /** Kinds of faults; all when empty. */
  readonly only: readonly string[];
  /** Average time between two actions of one gamer. */
  readonly pauseMs: number;
  /** Receives the logs of all processes and, if something is wrong, `problems.json`. */
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface DrillResult {
  readonly problems: readonly Problem[];
  readonly acknowledged: number;
  /** A table of the faults and the figures. */
  readonly report: string;
}

interface AppliedFault {
  readonly fault: Fault;
  readonly beganAt: number;
  /** Time to the next acknowledged write that was sent after the fault began. */
  nextWriteMs?: number;
}

const maxParallelFaults = 4;
/** Number of faults between two checks. */
const checkEvery = 15;
/** Times on an idle machine; the drill multiplies the limits by how much longer than `startMs` the start took. */
const startMs = { redis: 14_000, kafka: 20_000 };
const limitMs = { nextWrite: 60_000, ready: 60_000, allWrite: 45_000, finish: 45_000, copies: 60_000, stuck: 30_000 };

/** Runs the product under faults and checks that each acknowledged write is stored once and copied. */
export async function runDrill(options: DrillOptions): Promise<DrillResult> {
  rmSync(options.folder, { recursive: true, force: true });
  mkdirSync(options.folder, { recursive: true });
  const file = createWriteStream(join(options.folder, 'processes.log'));
  const began = performance.now();
  const stage = await Stage.start({
    bus: options.bus,
    signal: options.signal,
    onLine: (name, line) => file.write(`${new Date().toISOString()} ${name} ${line}\n`),
  });
  const slowness = Math.min(8, Math.max(1, (performance.now() - began) / startMs[options.bus]));
  options.log(`Started on ${options.bus}; time limits are multiplied by ${slowness.toFixed(1)}`);
  let crowd: Crowd | undefined;
  try {
    const attemptsMs = [4000, 8000, 17_000];
    crowd = await Crowd.gather({ url: stage.url, attemptsMs, vaults: 5, shared: 2, pauseMs: options.pauseMs });
    const usualConnections = await busyConnections(stage);
    return await new Drill({ options, stage, crowd, slowness, usualConnections }).run();
  } finally {
    await crowd?.stop();
    await stage.stop();
    file.end();
  }
}

interface Setup {
  readonly options: DrillOptions;
  readonly stage: Stage;
  readonly crowd: Crowd;
  readonly slowness: number;
  /** Result of `busyConnections` before the first fault. */
  readonly usualConnections: ReadonlyMap<string, number>;
}

class Drill {
  readonly #setup: Setup;
  readonly #applied: AppliedFault[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #problems = new Map<string, Problem>();

  constructor(setup: Setup) {
    this.#setup = setup;
  }

  async run(): Promise<DrillResult> {
    const { seed, faults, signal } = this.#setup.options;
    const plan = makePlan(this.#kinds(), faults, seed);
    for (const [index, fault] of plan.entries()) {
      if (signal.aborted) break;
      while (this.#running.size >= maxParallelFaults) await Promise.race(this.#running);
      this.#begin(fault);
      await pause(fault.gapMs, undefined, { signal }).catch(() => undefined);
      const isLast = index === plan.length - 1;
      if (isLast || (index + 1) % checkEvery === 0) await this.#check();
    }
    await Promise.all(this.#running);
    const problems = [...this.#problems.values()];
    if (problems.length > 0) this.#writeProblems(problems);
    return { problems, acknowledged: this.#setup.crowd.ledger.acknowledged.length, report: this.#report() };
  }

  #kinds() {
    const { only, bus, log } = this.#setup.options;
    return faultKinds.filter((kind) => {
      if ((kind.bus && kind.bus !== bus) || (only.length > 0 && !only.includes(kind.name))) return false;
      const missing = kind.missing?.(this.#setup.stage) ?? null;
      if (missing) log(`Skipped ${kind.name}: ${missing}`);
      return missing === null;
    });
  }

  #begin(fault: Fault): void {
    const { kind, target, ms, amount } = fault;
    this.#applied.push({ fault, beganAt: performance.now() });
    const details = [kind.name, target, ms ? `${(ms / 1000).toFixed(1)} s` : '', amount || '']
      .filter(Boolean)
      .join(' ');
    const { acknowledged } = this.#setup.crowd.ledger;
    const number = `${this.#applied.length}/${this.#setup.options.faults}`;
    this.#setup.options.log(`${number.padStart(9)}  ${details.padEnd(44)} ${acknowledged.length} acknowledged`);
    const running = kind
      .apply(this.#setup.stage, fault)
      .then(() => undefined)
      .catch((error: unknown) => this.#add([{ check: 'stuck', about: kind.name, message: `fault failed: ${error}` }]));
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  /** Waits until all faults are over and the product has recovered, then checks everything while no gamer writes. */
  async #check(): Promise<void> {
    await Promise.all(this.#running);
    const { ledger } = this.#setup.crowd;
    const stuck = (about: string, message: string) => this.#add([{ check: 'stuck', about, message }]);
    const unready = () => this.#setup.stage.replicas.filter(({ isWhole }) => !isWhole);
    if (!(await this.#holds(limitMs.ready, () => unready().length === 0))) {
      for (const replica of unready()) {
        stuck(replica.id, 'did not become ready');
        replica.child.kill('SIGKILL');
      }
      await this.#holds(limitMs.ready, () => unready().length === 0);
    }
    const from = performance.now();
    const idle = () => {
      const active = new Set(ledger.acknowledged.filter(({ sentAt }) => sentAt >= from).map(({ writer }) => writer));
      return this.#setup.crowd.writers.filter((name) => !active.has(name));
    };
    await this.#holds(limitMs.allWrite, () => idle().length === 0);
    for (const name of idle()) stuck(name, 'none of its writes was acknowledged');
    this.#measureNextWrites();
    if (!(await this.#setup.crowd.pause(limitMs.finish * this.#setup.slowness)))
      stuck('gamers', 'a request was never acknowledged');
    await this.#settles(limitMs.copies, () => checkCopies(this.#setup.stage));
    this.#add(await checkData(this.#setup.stage, ledger));
    await this.#settles(limitMs.stuck, () => checkStuck(this.#setup.stage, this.#setup.usualConnections));
    this.#setup.crowd.resume();
    this.#setup.options.log(`  checked after ${this.#applied.length} faults: ${this.#problems.size} problems`);
  }

  #measureNextWrites(): void {
    const bySending = this.#setup.crowd.ledger.acknowledged.toSorted((a, b) => a.sentAt - b.sentAt);
    for (const applied of this.#applied) {
      if (applied.nextWriteMs !== undefined) continue;
      const { fault, beganAt } = applied;
      const ends = bySending.filter(({ sentAt }) => sentAt >= beganAt).map(({ endedAt }) => endedAt);
      if (ends.length > 0) applied.nextWriteMs = Math.min(...ends) - beganAt;
      if (!((applied.nextWriteMs ?? Number.POSITIVE_INFINITY) < limitMs.nextWrite * this.#setup.slowness))
        this.#add([{ check: 'stuck', about: fault.kind.name, message: `next write after ${applied.nextWriteMs} ms` }]);
    }
  }

  /** Repeats a check until it finds nothing new; adds what remains at the time limit. */
  async #settles(withinMs: number, check: () => Promise<Problem[]>): Promise<void> {
    const isNew = (problem: Problem) => !this.#problems.has(keyOf(problem));
    if (await this.#holds(withinMs, async () => !(await check()).some(isNew))) return;
    this.#add(await check());
  }

  #add(problems: readonly Problem[]): void {
    // The problems of an interrupted drill are its own.
    if (this.#setup.options.signal.aborted) return;
    for (const problem of problems) {
      if (this.#problems.has(keyOf(problem))) continue;
      this.#problems.set(keyOf(problem), problem);
      this.#setup.options.log(`  !! ${problem.check}: ${problem.about}: ${problem.message}`);
    }
  }

  async #holds(withinMs: number, condition: () => boolean | Promise<boolean>): Promise<boolean> {
    const deadline = performance.now() + withinMs * this.#setup.slowness;
    while (performance.now() < deadline && !this.#setup.options.signal.aborted) {
      // A replica or server that has not recovered yet makes the condition throw.
      if (await Promise.try(condition).catch(() => false)) return true;
      await pause(100);
    }
    return false;
  }

  #writeProblems(problems: readonly Problem[]): void {
    const histories = problems.map((problem) => ({
      ...problem,
      writes: [...(this.#setup.crowd.ledger.entries.get(problem.about)?.writes ?? [])],
    }));
    writeFileSync(join(this.#setup.options.folder, 'problems.json'), JSON.stringify(histories, null, 1));
  }

  #report(): string {
    const { bus, seed, signal } = this.#setup.options;
    const { acknowledged, retries } = this.#setup.crowd.ledger;
    const count = (...checks: Check[]) =>
      [...this.#problems.values()].filter(({ check }) => checks.includes(check)).length;
    const byKind = [...Map.groupBy(this.#applied, ({ fault }) => fault.kind.name)].sort(([a], [b]) =>
      a.localeCompare(b),
    );
    const row = (name: string, applied: readonly AppliedFault[]) => {
      const waitsMs = applied.flatMap(({ nextWriteMs }) => nextWriteMs ?? []);
      const times = [50, 99].map((rank) => `${percentile(waitsMs, rank)} ms`);
      return `| ${[name.padEnd(17), applied.length, ...times].join(' | ')} |`;
    };
    return [
      `${signal.aborted ? 'Interrupted: ' : ''}${this.#applied.length} faults on ${bus}, seed ${seed}`,
      '',
      '| fault | times | next write p50 | p99 |\n| --- | --- | --- | --- |',
      ...byKind.map(([name, applied]) => row(name, applied)),
      row('all', this.#applied),
      '',
      `Acknowledged ${acknowledged.length} writes; ${retries} retries.`,
      `Lost ${count('lost')}, doubled ${count('doubled')}, older over newer ${count('older over newer')}, copies that differ ${count('copy')}, stuck ${count('stuck')}, other ${count('condition', 'odd response')}.`,
    ].join('\n');
  }
}

const keyOf = ({ check, about, message }: Problem) => `${check} ${about} ${message}`;

function percentile(values: readonly number[], rank: number): string {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((rank / 100) * sorted.length) - 1)]?.toFixed(0) ?? '-';
}
