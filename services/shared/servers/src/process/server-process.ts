import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Distinguishes a process from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in the system's own form; only compared. */
  readonly started: string;
}

/** @returns null when there is no such process, or only a zombie */
export function identify(pid: number): ProcessIdentity | null {
  try {
    if (process.platform !== 'linux') {
      const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
      return started ? { pid, started } : null;
    }
    // The name (field 2) may contain spaces and brackets, so parsing starts after the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : { pid, started: String(fields[19]) };
  } catch {
    return null;
  }
}

/** Returns whether exactly this process, not a later one with the same number, still runs. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
  return identify(pid)?.started === started;
}

/** Returns the command line of a process as far as this user may see it; empty when there is none. */
export function commandLineOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

interface WaitOptions {
  readonly deadlineMs: number;
  readonly intervalMs?: number;
}

/**
 * Polls until the condition is true.
 * @param holds may throw, which counts as false
 * @returns whether it became true before the deadline
 */
export async function waitUntil(
  holds: () => Promise<boolean> | boolean,
  { deadlineMs, intervalMs = 50 }: WaitOptions,
): Promise<boolean> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    try {
      if (await holds()) return true;
    } catch {
      // The condition does not hold yet.
    }
    if (performance.now() >= deadline) return false;
    await sleep(intervalMs);
  }
}

export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
}

interface ServerProcessOptions {
  readonly name: string;
  /** Holds `<name>.pid` and `<name>.log`; must exist. */
  readonly directory: string;
  readonly command: ServerCommand;
  readonly ready: () => Promise<boolean>;
  readonly readyWithinMs: number;
  readonly stopSignal: NodeJS.Signals;
  /** The Docker container in which the command runs the server, with a volume of the same name. */
  readonly container?: string | undefined;
  /** Deletes the directory, and a container's volume, on stop. */
  readonly throwAway?: boolean;
  readonly beforeStart?: () => void;
  /** Words in the log of a failed start that mean that a retry within seconds may succeed. */
  readonly passingFault?: string;
}

export interface ServerHandle {
  readonly name: string;
  readonly pid: number | undefined;
  /** Called when the server ends unexpectedly; at most one listener. */
  onUnexpectedExit: (() => void) | null;
  /**
   * Sends a signal and, unless it only pauses or continues the process, waits for its end. Does not restart the server.
   */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Starts the server again on the same port and data, ending it first if it still runs. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const stopWithinMs = 10_000;

/** A log beyond this size is replaced at the next start. */
const largeLog = 10_000_000;

const pausing: readonly NodeJS.Signals[] = ['SIGSTOP', 'SIGCONT'];

/** A server in its own process group, so that a terminal's Ctrl-C reaches it only through its owner. */
export class ServerProcess implements ServerHandle {
  readonly name: string;
  onUnexpectedExit: (() => void) | null = null;
  readonly #options: ServerProcessOptions;
  readonly #pidFile: string;
  readonly #logFile: string;
  #child: ChildProcess | null = null;
  #expectedToEnd = false;

  constructor(options: ServerProcessOptions) {
    this.name = options.name;
    this.#options = options;
    this.#pidFile = join(options.directory, `${options.name}.pid`);
    this.#logFile = join(options.directory, `${options.name}.log`);
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /**
   * Starts the server, after ending one left by a crashed owner.
   * @throws an error with the end of the server's log when it does not serve in time
   */
  async start(): Promise<void> {
    await this.#endOrphan();
    for (let attempt = 1; ; attempt += 1) {
      const fault = await this.#attempt();
      if (fault === null) return;
      const { passingFault } = this.#options;
      if (attempt === 20 || !passingFault || !fault.includes(passingFault)) throw new Error(fault);
      await sleep(250);
    }
  }

  /** @returns null when the server serves, else what went wrong */
  async #attempt(): Promise<string | null> {
    const { beforeStart, command, container } = this.#options;
    beforeStart?.();
    // Left by a crashed owner.
    if (container) docker('rm', '--force', container);
    const logged = sizeOf(this.#logFile);
    const log = openSync(this.#logFile, logged > largeLog ? 'w' : 'a', 0o600);
    const child = spawn(command.file, command.args, { stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    this.#child = child;
    // This call reports an early end itself.
    this.#expectedToEnd = true;
    let fault: Error | null = null;
    child.once('error', (error) => {
      fault = error;
    });
    child.once('exit', () => this.#onExit(child));
    if (child.pid) writeFileSync(this.#pidFile, JSON.stringify(identify(child.pid)), { mode: 0o600 });
    const ended = () => fault !== null || child.exitCode !== null || child.signalCode !== null;
    const serves = await waitUntil(async () => ended() || (await this.#options.ready()), {
      deadlineMs: this.#options.readyWithinMs,
    });
    if (serves && !ended()) {
      this.#expectedToEnd = false;
      return null;
    }
    await this.#end();
    const output = readFileSync(this.#logFile).subarray(logged > largeLog ? 0 : logged);
    const end = output.toString('utf8').trimEnd().split('\n').slice(-20).join('\n');
    return `${this.name} did not start${fault ? `: ${fault}` : ''}. The end of its log:\n${end}`;
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child?.pid) return;
    if (pausing.includes(signal)) {
      await this.#signal(child.pid, signal);
      return;
    }
    this.#expectedToEnd = true;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await this.#signal(child.pid, signal);
    await ended;
  }

  async restart(): Promise<void> {
    if (this.#child) await this.kill('SIGKILL');
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#end();
    const { container, directory, throwAway } = this.#options;
    if (!throwAway) return;
    if (container) docker('volume', 'rm', '--force', container);
    rmSync(directory, { recursive: true, force: true });
  }

  async #end(): Promise<void> {
    if (!this.#child) return;
    const timer = setTimeout(() => void this.kill('SIGKILL'), stopWithinMs);
    // A paused process would not receive the stop signal.
    await this.kill('SIGCONT');
    await this.kill(this.#options.stopSignal);
    clearTimeout(timer);
    rmSync(this.#pidFile, { force: true });
  }

  #onExit(child: ChildProcess): void {
    if (this.#child !== child) return;
    this.#child = null;
    if (!this.#expectedToEnd) this.onUnexpectedExit?.();
  }

  async #signal(pid: number, signal: NodeJS.Signals): Promise<void> {
    const { container } = this.#options;
    if (!container) return signalGroup(pid, signal);
    const args = { SIGSTOP: ['pause'], SIGCONT: ['unpause'] }[signal as string] ?? ['kill', '--signal', signal];
    // A container that has ended or was not paused needs nothing.
    await promisify(execFile)('docker', [...args, container]).catch(() => {});
  }

  async #endOrphan(): Promise<void> {
    const orphan = readPidFile(this.#pidFile);
    if (!orphan || !isRunning(orphan)) return;
    const gone = () => !isRunning(orphan);
    signalGroup(orphan.pid, 'SIGCONT');
    signalGroup(orphan.pid, this.#options.stopSignal);
    if (await waitUntil(gone, { deadlineMs: stopWithinMs })) return;
    signalGroup(orphan.pid, 'SIGKILL');
    await waitUntil(gone, { deadlineMs: stopWithinMs });
  }
}

const docker = (...args: readonly string[]) => spawnSync('docker', args, { stdio: 'ignore' });

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}

function readPidFile(path: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
