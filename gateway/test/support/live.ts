import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface LiveEvent {
  readonly event: string;
  readonly data: unknown;
}

export interface OpenStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What has come, oldest first. */
  readonly events: readonly LiveEvent[];
  /** All of it, as it came. */
  text(): string;
  /** Whether the connection has ended, from the other side. */
  ended(): boolean;
  close(): void;
}

/** Opens a stream as a browser does, and reads it. */
export async function openStream(url: string, headers: Readonly<Record<string, string>> = {}): Promise<OpenStream> {
  const outgoing = request(url, { headers, agent: false });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  outgoing.on('error', () => undefined);
  const events: LiveEvent[] = [];
  let text = '';
  let read = 0;
  let isOver = false;
  incoming.setEncoding('utf8');
  incoming.on('data', (chunk: string) => {
    text += chunk;
    for (let at = text.indexOf('\n\n', read); at !== -1; at = text.indexOf('\n\n', read)) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(read, at)) ?? [];
      if (event && data) events.push({ event, data: JSON.parse(data) });
      read = at + 2;
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
    text: () => text,
    ended: () => isOver,
    close: () => outgoing.destroy(),
  };
}
