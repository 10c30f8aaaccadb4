import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerParserFailures } from './parser-failures.ts';

const server = createServer({ requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 });

beforeAll(async () => {
  server.on('request', () => undefined);
  answerParserFailures(server, ['x-content-type-options', 'nosniff']);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => void server.close());

const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n';

test.each([
  ['head', head],
  ['body', `${head}\r\nabc`],
])('reports a timeout to a client that sends the %s of a request too slowly', async (_, bytes) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  const [top = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(top).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(top.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(JSON.parse(body)).toMatchObject({ success: false, code: 'request.timeout' });
});

test('reports unreadable bytes once, however many arrive while an earlier request is processed', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const answers = text(socket);
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const before = response.listenerCount('finish');
  for (let times = 0; times < 20; times += 1) {
    const read = once(response.req.socket, 'data');
    socket.write('zz\r\n');
    await read;
  }
  expect(response.listenerCount('finish')).toBe(before + 1);
  response.end();
  expect((await answers).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
});
