import { vi } from 'vitest';

/** A stream that the client has asked for, as the server sees it. */
export interface HeldStream {
  readonly address: string;
  /** The browser has closed the connection. */
  readonly closed: () => boolean;
  /** Answers with a stream, unless it has, and sends this text. */
  readonly send: (text: string | Uint8Array<ArrayBuffer>) => void;
  readonly greet: () => void;
  readonly tell: (event: string, data?: object) => void;
  /** Answers with a status that is no stream's. */
  readonly refuse: (status: number, headers?: Record<string, string>) => void;
  /** The connection breaks. */
  readonly breakOff: () => void;
}

/** Network on which streams of server-sent events are answered by the test. @returns those that were asked for, in order */
export function overHeldStreams(): readonly HeldStream[] {
  const streams: HeldStream[] = [];
  const encoder = new TextEncoder();
  vi.stubGlobal('fetch', (address: string, { signal }: { readonly signal: AbortSignal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
    });
    const breakOff = () => {
      reject(new TypeError('terminated'));
      if (!signal.aborted) controller?.error(new TypeError('terminated'));
    };
    signal.addEventListener('abort', () => {
      reject(signal.reason);
      controller?.error(signal.reason);
    });
    let answered = false;
    const send = (text: string | Uint8Array<ArrayBuffer>) => {
      if (!answered) resolve(new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }));
      answered = true;
      if (!signal.aborted) controller?.enqueue(typeof text === 'string' ? encoder.encode(text) : text);
    };
    const tell = (event: string, data: object = {}) => send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    streams.push({
      address,
      closed: () => signal.aborted,
      send,
      greet: () => tell('hello'),
      tell,
      refuse: (status, headers = {}) => resolve(new Response('{}', { status, headers })),
      breakOff,
    });
    return promise;
  });
  return streams;
}
