import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

/** Starts a program and waits until it listens on `port`. @throws when it ends or does not listen within 20 s */
export async function startProcess(
  command: readonly string[],
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const deadline = Date.now() + 20_000; ; ) {
    if (await accepts(port)) return child;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Did not start: ${command.join(' ')}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
