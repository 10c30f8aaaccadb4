import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface LiveEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Events received so far, oldest first. */
  readonly events: readonly LiveEvent[];
  /** The raw start of the body. */
  beginning(): string;
  /** Whether the server has ended the connection. */
  ended(): boolean;
  close(): void;
}

export async function openStream(url: string, headers: Readonly<Record<string, string>> = {}): Promise<OpenStream> {
  const outgoing = request(url, { headers, agent: false });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  outgoing.on('error', () => undefined);
  const events: LiveEvent[] = [];
  let rest = '';
  let beginning = '';
  let isOver = false;
  incoming.setEncoding('utf8');
  incoming.on('data', (chunk: string) => {
    if (beginning.length < 100) beginning += chunk;
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (event && data) events.push({ event, data: JSON.parse(data) });
    }
  });
  incoming.on('error', () => undefined);
  incoming.on('close', () => {
    isOver = true;
  });
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    events,
    beginning: () => beginning,
    ended: () => isOver,
    close: () => outgoing.destroy(),
  };
}
