/** Returns one server-sent event. @param data any JSON, which contains no raw line breaks */
export const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** An SSE comment that keeps proxies from closing the stream and reveals callers that have left. */
export const heartbeat = ': \n\n';

export const hello = frame('hello', {});

export const end = {
  session: frame('end', { reason: 'session' }),
  restart: frame('end', { reason: 'restart' }),
} as const;

export type EndReason = keyof typeof end;

/** Returns a random reconnect delay in milliseconds, so that clients do not all reconnect together. */
export const retryAfter = () => `retry: ${1000 + Math.floor(Math.random() * 4000)}\n\n`;
