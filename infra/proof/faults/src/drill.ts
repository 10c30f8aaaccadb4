import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { busyConnections } from './checks/check-pools.ts';
import { faultKinds } from './faults/index.ts';
import { Crowd } from './gamers/crowd.ts';
import { Logs } from './logs.ts';
import type { DrillOptions } from './options.ts';
import { makePlan } from './plan/plan.ts';
import { Quiet } from './quiet.ts';
import type { DrillResult } from './result.ts';
import { Sequence } from './sequence.ts';
import { checkOutOldCode, removeOldCode } from './stage/old-code.ts';
import { startStage } from './stage/stage.ts';

/** Milliseconds in which the stage starts on a machine that has nothing else to do. */
const usualStartMs = { redis: 14_000, kafka: 20_000 };

export interface DrillSurroundings {
  /** For logs and reports. */
  readonly folder: string;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Starts the product twice over, lets gamers play, brings fault upon fault, and looks whether everything is whole. */
export async function runDrill(options: DrillOptions, surroundings: DrillSurroundings): Promise<DrillResult> {
  const stack = new AsyncDisposableStack();
  try {
    return await run(options, surroundings, stack);
  } finally {
    await stack.disposeAsync();
  }
}

async function run(
  options: DrillOptions,
  { folder, say, signal }: DrillSurroundings,
  stack: AsyncDisposableStack,
): Promise<DrillResult> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const logs = new Logs(join(folder, 'logs'));
  stack.defer(() => logs.close());
  const oldCode = checkOutOldCode(join(tmpdir(), `nightshelf-old-${process.pid}`), options.old);
  stack.defer(() => removeOldCode(oldCode));

  const began = performance.now();
  const stage = await startStage({
    bus: options.bus,
    replicas: 2,
    onLine: (name, line) => logs.write(name, line),
    signal,
    oldCode,
  });
  stack.defer(() => stage.stop());
  const slowness = Math.min(8, Math.max(1, (performance.now() - began) / usualStartMs[options.bus]));
  say(
    `Two of everything on ${options.bus} after ${((performance.now() - began) / 1000).toFixed(0)} s; old code: ${oldCode.says}`,
  );

  const patience = { attemptsMs: [4000, 8000, 17_000], intentMs: 30_000 };
  const crowd = await Crowd.gather({
    url: stage.url,
    patience,
    vaults: 5,
    shared: 2,
    pauseMs: options.pauseMs,
    conditional: () => !stage.oldServes,
    oldHasServed: () => stage.oldHasServed,
  });
  stack.defer(() => crowd.disperse());
  const asked = faultKinds.filter(
    ({ kind, bus }) => (!bus || bus === options.bus) && (options.only.length === 0 || options.only.includes(kind)),
  );
  const skipped = asked.flatMap(({ kind, missing }) => {
    const why = missing?.(stage) ?? null;
    return why ? [{ kind, why }] : [];
  });
  const kinds = asked.filter(({ kind }) => !skipped.some((each) => each.kind === kind));
  for (const { kind, why } of skipped) say(`Skipped: ${kind} (${why})`);

  const plan = makePlan({ seed: options.seed, faults: options.faults, kinds });
  const quiet = new Quiet({
    stage,
    crowd,
    slowness,
    say,
    usualConnections: await busyConnections(stage),
    folder,
    signal,
  });
  const sequence = new Sequence({ stage, kinds, crowd, say, total: plan.length });
  const startedAt = performance.now();
  await pause(1000);
  for (const fault of plan) {
    if (signal.aborted) break;
    if (fault.number % 5 === 1) await sequence.keepSnapshot();
    await sequence.begin(fault);
    await pause(fault.gapMs, undefined, { signal }).catch(() => undefined);
    if (fault.number % options.quietEvery === 0 && fault.number < plan.length && !signal.aborted) {
      await quiet.check(fault.number, sequence);
    }
  }
  if (!signal.aborted) await quiet.check(plan.length, sequence, true);
  return {
    options,
    journal: crowd.journal,
    writers: crowd.writers,
    happened: sequence.happened,
    quiets: quiet.points,
    problems: quiet.problems,
    livenessRestarts: stage.health.restarts,
    skipped,
    oldCode: oldCode.says,
    slowness,
    interrupted: signal.aborted,
    startedAt,
    endedAt: performance.now(),
  };
}
