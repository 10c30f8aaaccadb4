/** One event of a stream, as server-sent events are written. @param data anything that is JSON, which has no line breaks */
export const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** A comment, so that whoever stands in between sees that the stream is in use, and whoever has left is noticed. */
export const heartbeat = ': \n\n';

export const hello = frame('hello', {});

export const end = {
  session: frame('end', { reason: 'session' }),
  restart: frame('end', { reason: 'restart' }),
} as const;

export type EndReason = keyof typeof end;

/** How long a client waits before it opens a new stream in place of a broken one, in milliseconds: not all at once. */
export const retryAfter = () => `retry: ${1000 + Math.floor(Math.random() * 4000)}\n\n`;
