import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { CodedError } from '../errors/coded-error.ts';
import { failureBody } from '../errors/error-answer.ts';
import { ignoreRest, linger } from './early-answer.ts';

const malformed = new CodedError(400, 'request.malformed', 'The request could not be understood.');
const tooLargeHeaders = new CodedError(431, 'request.headers_too_large', 'The headers of the request are too large.');
const tooLongTarget = new CodedError(414, 'request.uri_too_long', 'The address of the request is too long.');
const unmetExpectation = new CodedError(417, 'request.expectation', 'Only 100-continue can be expected.');
const noTunnel = new CodedError(405, 'request.method_not_allowed', 'This server is not a proxy.', {
  headers: { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' },
});

const byCode: Readonly<Record<string, CodedError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new CodedError(408, 'request.timeout', 'The request took too long to arrive.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new CodedError(413, 'request.too_large', 'The request is too large.'),
};

interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/**
 * Gives requests that node itself rejects, mostly invalid HTTP, the same response format as every other failure.
 * @param headers names and values in turn
 */
export function answerParserFailures(server: Server, headers: readonly string[]): void {
  /** Open responses of each connection, in order; removed when done, because connections may stay open for hours. */
  const unanswered = new WeakMap<Duplex, Set<ServerResponse>>();
  function forget(this: ServerResponse): void {
    unanswered.get(this.req.socket)?.delete(this);
  }
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const before = unanswered.get(socket);
    if (before) before.add(response);
    else unanswered.set(socket, new Set([response]));
    response.once('finish', forget);
  });
  server.on('clientError', (error: ParserError, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const fault = faultOf(error);
    const response = [...(unanswered.get(socket) ?? [])].at(-1);
    if (!response) linger(socket, asText(fault, headers));
    else if (response.req.complete) {
      // Each further chunk would be reported as another fault.
      ignoreRest(socket);
      // Earlier responses are in flight, and this one must not be taken for one of them.
      response.once('finish', () => linger(socket, asText(fault, headers)));
    }
    // Or the client left in the middle of the request.
    else if (response.headersSent || error.code === 'HPE_INVALID_EOF_STATE') socket.destroy();
    else respond(response, fault, headers);
  });
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) =>
    respond(response, unmetExpectation, headers),
  );
  server.on('connect', (_: IncomingMessage, socket: Duplex) => {
    // Node no longer handles this connection's errors: without a listener a reset would end the process.
    socket.on('error', () => undefined);
    const before = unanswered.get(socket);
    if (!before?.size) return linger(socket, asText(noTunnel, headers));
    // Earlier responses would never be counted as done, and a response sent now would be taken for theirs.
    socket.once('close', () => {
      for (const response of before) if (!response.closed) response.destroy().emit('close');
    });
    socket.destroy();
  });
}

function faultOf({ code = '', rawPacket }: ParserError): CodedError {
  if (code !== 'HPE_HEADER_OVERFLOW') return byCode[code] ?? malformed;
  // The request line alone exceeds the limit of all headers.
  const isTarget = rawPacket && /^[A-Z]+ [^\n]{8192}/.test(rawPacket.toString('latin1'));
  return isTarget ? tooLongTarget : tooLargeHeaders;
}

function answerTo(fault: CodedError, headers: readonly string[]): { head: string[]; body: string } {
  const id = randomUUID();
  const body = JSON.stringify(failureBody(fault, id));
  const own = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-store', 'connection', 'close'];
  const given = Object.entries(fault.headers ?? {}).flat();
  const length = String(Buffer.byteLength(body));
  return { head: [...headers, 'x-request-id', id, ...own, ...given, 'content-length', length], body };
}

function respond(response: ServerResponse, fault: CodedError, headers: readonly string[]): void {
  const { head, body } = answerTo(fault, headers);
  response.writeHead(fault.status, head);
  response.end(body);
}

function asText(fault: CodedError, headers: readonly string[]): string {
  const { head, body } = answerTo(fault, headers);
  const lines = head.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${head[at + 1]}`] : []));
  return `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
