import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Wire } from './wire.ts';

const echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
let wire: Wire;
const callers: Socket[] = [];

beforeEach(async () => {
  if (!echo.listening) await once(echo.listen(0, '127.0.0.1'), 'listening');
  wire = await Wire.start(() => (echo.address() as AddressInfo).port);
});

afterEach(async () => {
  for (const caller of callers.splice(0)) caller.destroy();
  await wire.stop();
  echo.unref();
});

async function call(): Promise<Socket> {
  const caller = connect(wire.port, '127.0.0.1').on('error', () => undefined);
  callers.push(caller);
  await once(caller, 'connect');
  return caller;
}

async function echoed(caller: Socket, said: string): Promise<string> {
  const answer = once(caller, 'data');
  caller.write(said);
  return String((await answer)[0]);
}

test('it passes on what both sides say', async () => {
  const caller = await call();
  expect(await echoed(caller, 'one')).toBe('one');
  expect(await echoed(caller, 'two')).toBe('two');
});

test('dead connections swallow everything while new ones work, and break in the end', async () => {
  const caller = await call();
  await echoed(caller, 'alive');
  const heard: string[] = [];
  caller.on('data', (chunk) => heard.push(String(chunk)));
  const reset = wire.deaden(1);
  caller.write('into nothing');
  expect(await echoed(await call(), 'new')).toBe('new');
  expect(heard).toEqual([]);
  expect(caller.destroyed).toBe(false);
  const closed = new Promise((resolve) => caller.once('close', resolve));
  reset();
  await closed;
});

test('connections that are reset close', async () => {
  const caller = await call();
  await echoed(caller, 'alive');
  const closed = new Promise((resolve) => caller.once('close', resolve));
  wire.reset();
  await closed;
  expect(await echoed(await call(), 'again')).toBe('again');
});
