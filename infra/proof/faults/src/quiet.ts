import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkByProduct } from './checks/check-by-product.ts';
import { checkData } from './checks/check-data.ts';
import { checkDeadLetters } from './checks/check-dead-letters.ts';
import { busyConnections, stuckConnections } from './checks/check-pools.ts';
import { checkProjections } from './checks/check-projections.ts';
import type { Crowd } from './gamers/crowd.ts';
import { Session } from './gamers/session.ts';
import type { Problem, QuietPoint } from './result.ts';
import type { Sequence } from './sequence.ts';
import type { Stage } from './stage/stage.ts';

export interface QuietOptions {
  readonly stage: Stage;
  readonly crowd: Crowd;
  readonly slowness: number;
  readonly say: (line: string) => void;
  readonly usualConnections: ReadonlyMap<string, number | null>;
  /** Where the histories of entries go that something is wrong with. */
  readonly folder: string;
  /** Gives up all waiting. */
  readonly signal: AbortSignal;
}

/** Milliseconds until everything has to be whole again, on a machine that has nothing else to do. */
const within = { ready: 60_000, progress: 45_000, rest: 45_000, converged: 60_000, tidy: 20_000 };

/** How often it is said what is still being waited for, in milliseconds. */
const stillEveryMs = 10_000;

/** Problems of one check at one point that are said at once; all are in the report. */
const saidEach = 5;

/** Lets everything come to rest and looks whether it is whole. What is found once is not found again. */
export class Quiet {
  readonly points: QuietPoint[] = [];
  readonly problems: Problem[] = [];
  readonly #options: QuietOptions;
  readonly #known = new Set<string>();

  constructor(options: QuietOptions) {
    this.#options = options;
  }

  /** @param last nothing comes after: what takes long is looked at too */
  async check(afterFault: number, sequence: Sequence, last = false): Promise<void> {
    const { crowd, say } = this.#options;
    await sequence.settle();
    const beganAt = performance.now();
    const since = () => performance.now() - beganAt;
    await this.#everybodyReady(afterFault);
    const readyMs = since();
    await this.#everybodyWrites(afterFault);
    const progressMs = since();
    if (!(await crowd.rest(this.#limit(within.rest))))
      this.#find('stuck', afterFault, 'somebody does not come to rest');
    const resting = performance.now();
    await this.#copiesAreEqual(afterFault);
    const convergedMs = performance.now() - resting;
    await this.#dataIsWhole(afterFault);
    await this.#tidy(afterFault);
    if (last)
      for (const says of await checkByProduct(this.#options.stage, () => undefined))
        this.#find('verify', afterFault, says);
    crowd.goOn();
    this.points.push({ afterFault, beganAt, endedAt: performance.now(), readyMs, progressMs, convergedMs });
    const figures = `ready ${readyMs.toFixed(0)} ms, all write ${progressMs.toFixed(0)} ms, equal after ${convergedMs.toFixed(0)} ms`;
    say(`  -- quiet after ${afterFault}: ${figures}; problems so far: ${this.problems.length}`);
  }

  async #everybodyReady(afterFault: number): Promise<void> {
    const { stage } = this.#options;
    const late = () =>
      [...stage.groups.values()].flatMap(({ all }) => all).filter((replica) => !stage.health.isWhole(replica));
    if (await this.#holds(within.ready, () => late().length === 0)) return;
    for (const replica of late()) {
      this.#find('stuck', afterFault, `${replica.id} is not whole by itself, and was restarted`);
      replica.kill('SIGKILL');
    }
    await this.#holds(within.ready, () => late().length === 0);
  }

  async #everybodyWrites(afterFault: number): Promise<void> {
    const { journal, writers } = this.#options.crowd;
    const from = performance.now();
    const idle = () => {
      const wrote = new Set<string>();
      for (let index = journal.acknowledged.length - 1; index >= 0; index -= 1) {
        const each = journal.acknowledged[index];
        if (!each || each.at < from) break;
        if (each.sentAt >= from) wrote.add(each.writer);
      }
      return writers.filter((name) => !wrote.has(name));
    };
    if (await this.#holds(within.progress, () => idle().length === 0)) return;
    this.#find('stuck', afterFault, `no write of ${idle().join(', ')} was acknowledged`);
  }

  async #copiesAreEqual(afterFault: number): Promise<void> {
    const { stage, say } = this.#options;
    const news = async () =>
      (await checkProjections(stage)).flatMap(({ what, missing, extra }) => [
        ...missing.map((row) => `${what} lack ${row}`),
        ...extra.map((row) => `${what} have ${row}`),
      ]);
    let lately: string[] = [];
    const unknown = async () => {
      lately = (await news()).filter((says) => !this.#known.has(`projection ${says}`));
      return lately;
    };
    const telling = setInterval(() => {
      say(`     ${lately.length} rows of copies differ still, such as: ${lately[0]}`);
    }, stillEveryMs);
    if (
      await this.#holds(within.converged, async () => (await unknown()).length === 0).finally(() =>
        clearInterval(telling),
      )
    )
      return;
    for (const says of await unknown()) this.#find('projection', afterFault, says);
  }

  async #dataIsWhole(afterFault: number): Promise<void> {
    const { stage, crowd, folder } = this.#options;
    for (const { kind, about, says } of await checkData(stage, crowd.journal)) {
      // How often grows; that it happens to this entry is one problem.
      if (kind === 'condition' && this.#known.has(`condition of ${about}`)) continue;
      this.#known.add(`${kind} of ${about}`);
      if (!this.#find(kind, afterFault, `${about}: ${says}`)) continue;
      const history = crowd.journal.entries.get(about);
      if (!history) continue;
      mkdirSync(join(folder, 'entries'), { recursive: true });
      writeFileSync(join(folder, 'entries', `${about}.json`), JSON.stringify(history, null, 1));
    }
    for (const { status, path, body } of Session.oddAnswers.splice(0)) {
      this.#find('odd answer', afterFault, `${path}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`);
    }
  }

  async #tidy(afterFault: number): Promise<void> {
    const { stage, usualConnections } = this.#options;
    const checks = [
      ['dead letters', () => checkDeadLetters(stage)],
      ['connections', async () => stuckConnections(usualConnections, await busyConnections(stage))],
    ] as const;
    for (const [check, look] of checks) {
      const unknown = async () => (await look()).filter((says) => !this.#known.has(`${check} ${says}`));
      if (await this.#holds(within.tidy, async () => (await unknown()).length === 0)) continue;
      for (const says of await unknown().catch((error: unknown) => [String(error)]))
        this.#find(check, afterFault, says);
    }
  }

  /** @returns whether it is new */
  #find(check: string, afterFault: number, says: string): boolean {
    const key = `${check} ${says}`;
    // What is given up half-way is no finding.
    if (this.#known.has(key) || this.#options.signal.aborted) return false;
    this.#known.add(key);
    this.problems.push({ check, afterFault, says });
    const same = this.problems.filter((problem) => problem.check === check && problem.afterFault === afterFault);
    if (same.length <= saidEach) this.#options.say(`  !! ${check}: ${says}`);
    return true;
  }

  #limit = (ms: number) => ms * this.#options.slowness;

  async #holds(ms: number, condition: () => boolean | Promise<boolean>): Promise<boolean> {
    const deadline = performance.now() + this.#limit(ms);
    for (;;) {
      try {
        if (await condition()) return true;
      } catch {
        // Whoever was asked is not back yet.
      }
      if (performance.now() > deadline || this.#options.signal.aborted) return false;
      await pause(100);
    }
  }
}
