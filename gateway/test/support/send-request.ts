import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Parses the body as JSON. */
  json<Body = { success: boolean; message: string; code: string; request_id: string }>(): Body;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** A list is sent in chunks, without a declared length. */
  readonly body?: string | Buffer | readonly Buffer[];
  readonly agent?: Agent;
}

const perRequest = new Agent({ keepAlive: false });

/** Sends an HTTP request with any headers, including those that fetch would reject. */
export async function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body, agent = perRequest }: Ask = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url);
  // URL would normalise the path.
  const path = url.slice(url.indexOf('/', 8));
  const outgoing = request({ hostname, port, path, method, headers, agent });
  if (Array.isArray(body)) {
    // The response may come, and the connection end, before everything is sent.
    Readable.from(body)
      .on('error', () => undefined)
      .pipe(outgoing);
  } else {
    if (body !== undefined) outgoing.setHeader('content-length', Buffer.byteLength(body as string | Buffer));
    outgoing.end(body);
  }
  const [incoming] = await once(outgoing, 'response');
  outgoing.on('error', () => undefined);
  const whole = await buffer(incoming);
  return {
    status: incoming.statusCode,
    headers: incoming.headers,
    body: whole,
    json: () => JSON.parse(whole.toString('utf8')),
  };
}
