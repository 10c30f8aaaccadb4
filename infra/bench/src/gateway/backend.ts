import { createServer } from 'node:http';

/** The service behind both gateways: answers JSON of 300 bytes at /…/small, of about 1 KB anywhere else. */
const bodies = [300, 1000].map((bytes) => {
  const frame = JSON.stringify({ success: true, message: '', text: '' }).length;
  return Buffer.from(JSON.stringify({ success: true, message: '', text: 'x'.repeat(bytes - frame) }));
});
const [small, large] = bodies;

const server = createServer((request, response) => {
  const body = request.url?.endsWith('/small') ? small : large;
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body?.length });
  response.end(body);
});
server.keepAliveTimeout = 65_000;
server.listen(Number(process.env.PORT), '127.0.0.1');
