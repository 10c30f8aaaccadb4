import { once } from 'node:events';
import { createServer } from 'node:http';
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
])('whoever takes too long to send the %s of a request is told so', async (_, bytes) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  const [top = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(top).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(top.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(JSON.parse(body)).toMatchObject({ success: false, code: 'request.timeout' });
});
