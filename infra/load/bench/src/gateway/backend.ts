import { createServer } from 'node:net';

/**
 * The service behind both gateways: returns 1 KB of JSON. Bare sockets leave the CPU to the gateways. The requests have no
 * body, so each ends with an empty line.
 */
const frame = JSON.stringify({ success: true, message: '', text: '' }).length;
const body = JSON.stringify({ success: true, message: '', text: 'x'.repeat(1000 - frame) });
const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}`;
const response = `${head}\r\nconnection: keep-alive\r\n\r\n${body}`;

createServer({ noDelay: true }, (socket) => {
  let received = '';
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    const requests = (received + chunk).split('\r\n\r\n');
    received = requests.pop() ?? '';
    if (requests.length > 0) socket.write(response.repeat(requests.length));
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
