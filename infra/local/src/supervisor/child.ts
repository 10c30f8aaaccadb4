import { type ChildProcess, type Serializable, spawn } from 'node:child_process';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '@nightshelf/servers/process/tools.ts';
import { SettingsError, settingsExitCode } from '../settings/settings.ts';

/** Returns the body of a 200 response, else null. Avoids fetch, which would double the launcher's memory. */
function bodyOf(url: string, timeoutMs = 2000): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(url, { timeout: timeoutMs, agent: false }, (response) => {
      text(response).then(
        (body) => resolve(response.statusCode === 200 ? body : null),
        () => resolve(null),
      );
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(null));
  });
}

/** Returns what a /readyz reports as degraded; null when the process is not ready. */
export async function degradedParts(url: string): Promise<string[] | null> {
  const body = await bodyOf(url);
  try {
    return body === null ? null : Object.keys(JSON.parse(body).degraded ?? {});
  } catch {
    return null;
  }
}

const shortestMs = 200;
const longestMs = 10_000;
/** A process that lived this long counts as healthy. */
const healthyMs = 30_000;

/**
 * Returns the delay in milliseconds before a dead process is restarted.
 * @param previousMs the delay before its last start, 0 for its first
 * @param aliveMs how long the process lived
 */
export function nextDelay(previousMs: number, aliveMs: number): number {
  if (previousMs === 0 || aliveMs >= healthyMs) return shortestMs;
  return Math.min(previousMs * 2, longestMs);
}

interface Watching {
  /** Each returns 200 unless only a restart can help. */
  readonly urls: readonly string[];
  /** Milliseconds between checks, and the timeout of each. */
  readonly everyMs: number;
}

/** Consecutive failures before a process counts as hanging: on a busy machine a single check may be slow. */
const failures = 3;
/** Additional failures allowed before the first success, because a start takes time. */
const duringStart = 12;

/**
 * Checks a process until it hangs or the signal aborts.
 * @returns whether the process must be killed: it hangs, is suspended, or reports that it cannot work
 */
async function hangs({ urls, everyMs }: Watching, signal: AbortSignal): Promise<boolean> {
  let failed = -duringStart;
  while (failed < failures) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return false;
    const bodies = await Promise.all(urls.map((url) => bodyOf(url, everyMs)));
    failed = bodies.includes(null) ? failed + 1 : 0;
  }
  return !signal.aborted;
}

export interface ChildOptions {
  readonly name: string;
  readonly cwd: string;
  /** Arguments for Node: flags, the entry point, and the entry point's own arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Returns what each process that is started receives. Such a process sends a message once it is prepared to serve. */
  readonly message?: () => Promise<Serializable>;
  /** All return 200 when the process is ready. */
  readonly readyUrls: readonly string[];
  /** How to detect a hanging process; without it, hangs are not detected. */
  readonly watching?: Watching;
  /** Time for a graceful stop, after which the process is killed. */
  readonly stopWithinMs: number;
  /** Called with each line of output. */
  readonly onLine: (line: string) => void;
  /** Called when the process reports wrong settings or may not be restarted. */
  readonly onFailure: (error: Error) => void;
  /** Whether a process that dies is restarted. */
  readonly mayRestart: () => boolean;
}

/** A process of the product: killed when it hangs and restarted when it dies, until it is stopped. */
export class Child {
  readonly name: string;
  readonly #options: ChildOptions;
  #process: ChildProcess | null = null;
  #wanted = false;
  #delayMs = 0;
  readonly #prepared = Promise.withResolvers<void>();

  constructor(options: ChildOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Undefined while the process is down. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  start(): void {
    this.#wanted = true;
    this.#spawn();
  }

  /** Polls until the process is ready and not degraded. @returns false `withinMs` after it was prepared */
  async ready(withinMs: number): Promise<boolean> {
    await this.#prepared.promise;
    const deadline = performance.now() + withinMs;
    while (this.#wanted && performance.now() < deadline) {
      const degraded = this.#process ? await Promise.all(this.#options.readyUrls.map(degradedParts)) : [null];
      if (degraded.every((parts) => parts?.length === 0)) return true;
      await sleep(60);
    }
    return false;
  }

  /** Sends a signal. A process that dies from it is restarted. */
  kill(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Restarts the process without a delay, for tests. */
  async restart(): Promise<void> {
    await this.stop('SIGKILL');
    this.#delayMs = 0;
    this.start();
  }

  /** Stops the process permanently: gracefully within `stopWithinMs`, then by force. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#wanted = false;
    const child = this.#process;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#options.stopWithinMs);
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
    clearTimeout(timer);
  }

  #spawn(): void {
    const started = performance.now();
    const child = spawn(process.execPath, this.#options.args, {
      cwd: this.#options.cwd,
      env: this.#options.env,
      // When the channel closes, the child knows that this process is gone.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // In its own group, the child does not receive a terminal's Ctrl-C: the launcher stops its children in order.
      detached: true,
    });
    this.#process = child;
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          if (output.length < 50) output.push(line);
          this.#options.onLine(line);
        });
    }
    const over = new AbortController();
    const watch = () => {
      this.#prepared.resolve();
      void this.#watch(child, over.signal);
    };
    const { message } = this.#options;
    if (message) {
      // The preparation may take long: it waits for servers and migrates databases.
      child.once('message', watch);
      // A process that has ended by then is started anew, with its own message.
      void message().then((content) => child.send(content, () => undefined));
    } else watch();
    child.on('error', (error) => this.#options.onLine(`Could not be started: ${error.message}`));
    child.once('close', (code, signal) => {
      over.abort();
      this.#process = null;
      if (!this.#wanted) return;
      const cause = signal ?? `exit code ${code}`;
      const isWrongSetting = code === settingsExitCode;
      if (isWrongSetting || !this.#options.mayRestart()) {
        this.#wanted = false;
        this.#options.onFailure(
          isWrongSetting
            ? new SettingsError(`${this.name}: ${output.join('\n')}`)
            : new Refusal(`${this.name} ended (${cause}) before it was ready; its output is above.`),
        );
        return;
      }
      void this.#startAgain(cause, performance.now() - started);
    });
  }

  async #watch(child: ChildProcess, over: AbortSignal): Promise<void> {
    const { watching, onLine } = this.#options;
    if (!watching || !(await hangs(watching, over)) || !this.#wanted) return;
    onLine('Hangs or cannot work; killed');
    child.kill('SIGKILL');
  }

  async #startAgain(cause: string, aliveMs: number): Promise<void> {
    this.#delayMs = nextDelay(this.#delayMs, aliveMs);
    this.#options.onLine(`Ended (${cause}); restarts in ${this.#delayMs / 1000} s`);
    await sleep(this.#delayMs, undefined, { ref: false });
    // A stop or another start may have come first.
    if (this.#wanted && !this.#process) this.#spawn();
  }
}
