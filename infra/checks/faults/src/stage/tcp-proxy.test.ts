import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TcpProxy } from './tcp-proxy.ts';

const echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
let proxy: TcpProxy;
const clients: Socket[] = [];

beforeEach(async () => {
  if (!echo.listening) await once(echo.listen(0, '127.0.0.1'), 'listening');
  proxy = await new TcpProxy(() => (echo.address() as AddressInfo).port).listen();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await proxy.stop();
  echo.unref();
});

async function open(): Promise<Socket> {
  const client = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
  clients.push(client);
  await once(client, 'connect');
  return client;
}

async function echoed(client: Socket, text: string): Promise<string> {
  const response = once(client, 'data');
  client.write(text);
  return String((await response)[0]);
}

it('forwards data in both directions', async () => {
  const client = await open();
  expect(await echoed(client, 'one')).toBe('one');
  expect(await echoed(client, 'two')).toBe('two');
});

it('drops the data of cut connections, accepts new ones, and resets the cut ones at the end', async () => {
  const client = await open();
  await echoed(client, 'alive');
  const received: string[] = [];
  client.on('data', (chunk) => received.push(String(chunk)));
  const resetCut = proxy.cut(1);
  client.write('into nothing');
  expect(await echoed(await open(), 'new')).toBe('new');
  expect(received).toEqual([]);
  expect(client.destroyed).toBe(false);
  const closed = new Promise((resolve) => client.once('close', resolve));
  resetCut();
  await closed;
});

it('closes connections that it resets', async () => {
  const client = await open();
  await echoed(client, 'alive');
  const closed = new Promise((resolve) => client.once('close', resolve));
  proxy.reset();
  await closed;
  expect(await echoed(await open(), 'again')).toBe('again');
});
