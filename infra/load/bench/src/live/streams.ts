import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryFlags } from '@nightshelf/local/product/processes.ts';
import { cpuTimeOf } from '../cpu-time.ts';
import { startSetting } from '../gateway/setting.ts';
import { openWatchers } from './watchers.ts';

const count = Number(process.env.STREAMS ?? 10_000);
/** Longer than it takes until every stream has had its heartbeat. */
const idleSeconds = 25;

/** Memory and CPU of one gateway with many streams, each of a session of its own, over which only heartbeats go. */
export async function benchStreams(): Promise<void> {
  process.env.NODE_OPTIONS = memoryFlags.join(' ');
  const setting = await startSetting(count);
  delete process.env.NODE_OPTIONS;
  const { gateway, cookies } = setting;
  try {
    // Everything is loaded, and what was needed to start is given back.
    const all = { url: gateway.url, cookies, event: 'vault', onEvent: () => undefined };
    const [first] = await openWatchers({ ...all, query: () => '', count: 1 });
    first?.close();
    const before = residentOf(gateway.pid);
    const began = performance.now();
    const cpuBefore = cpuTimeOf(gateway.pid);
    const query = () => `?users=${crypto.randomUUID()}`;
    const watchers = await openWatchers({ ...all, query, count });
    const [took, cpu] = [performance.now() - began, cpuTimeOf(gateway.pid) - cpuBefore];
    const opened = residentOf(gateway.pid);
    const idleBefore = cpuTimeOf(gateway.pid);
    await pause(idleSeconds * 1000);
    const idle = (cpuTimeOf(gateway.pid) - idleBefore) / (idleSeconds * 10);
    const after = residentOf(gateway.pid);
    console.log(`\n${count} streams on one gateway:`);
    console.log(`- memory ${before} MB without, ${opened} MB when all are open, ${after} MB after ${idleSeconds} s`);
    console.log(`- ${((after - before) * 1024) / count} KB each`);
    console.log(`- opened in ${Math.round(took)} ms, ${((cpu / count) * 1000).toFixed(0)} µs of CPU each`);
    console.log(`- idle, heartbeats alone: ${idle.toFixed(1)} % of a core`);
    for (const watcher of watchers) watcher.close();
  } finally {
    await setting.stop();
  }
}

/** Resident memory of a process, in MB. */
function residentOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
