import { vi } from 'vitest';

/** A stream that the client has requested, from the server's side. */
export interface HeldStream {
  readonly address: string;
  /** The client has closed the connection. */
  readonly closed: () => boolean;
  /** Responds with a stream on first use, and sends this text. */
  readonly send: (text: string | Uint8Array<ArrayBuffer>) => void;
  readonly greet: () => void;
  readonly notify: (event: string, data?: object) => void;
  /** Responds with an error status. */
  readonly refuse: (status: number, headers?: Record<string, string>) => void;
  /** Breaks the connection. */
  readonly breakOff: () => void;
}

/**
 * A network whose event streams are answered by the test.
 * @returns the requested streams, in order
 */
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
    const notify = (event: string, data: object = {}) => send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    streams.push({
      address,
      closed: () => signal.aborted,
      send,
      greet: () => notify('hello'),
      notify,
      refuse: (status, headers = {}) => resolve(new Response('{}', { status, headers })),
      breakOff,
    });
    return promise;
  });
  return streams;
}
