import { createParser } from 'eventsource-parser';
import { buffers, type EventChannel, eventChannel } from 'redux-saga';
import type { LiveNotification } from './slice.ts';

/** Why the stream ended: the user is not signed in, the server announced it, or the connection broke. */
type Why = 'refused' | 'restart' | 'session' | 'broken';

/** An event of a stream; after `over` no other follows. */
export type News =
  | { readonly kind: 'greeting' | 'beat' }
  | { readonly kind: 'notification'; readonly notification: LiveNotification }
  /** `after`: milliseconds to wait before the next request, set by the server. */
  | { readonly kind: 'over'; readonly why: Why; readonly after: number };

/** Maximum characters of an incomplete event; events have about a hundred, so anything longer is not our stream. */
const longest = 16_384;

const over = (why: Why, after = 0): News => ({ kind: 'over', why, after });

/** Parses a server event; null for an unknown one. */
function newsOf(event: string | undefined, text: string): News | null {
  try {
    const data: unknown = JSON.parse(text);
    if (!event || typeof data !== 'object' || data === null || Array.isArray(data)) return null;
    if (event === 'hello') return { kind: 'greeting' };
    if (event === 'end') return over((data as { reason?: unknown }).reason === 'session' ? 'session' : 'restart');
    return { kind: 'notification', notification: { event, data: data as LiveNotification['data'] } };
  } catch {
    return null;
  }
}

async function read(address: string, signal: AbortSignal, report: (news: News) => void): Promise<void> {
  const response = await fetch(address, {
    headers: { accept: 'text/event-stream' },
    credentials: 'include',
    cache: 'no-store',
    signal,
  });
  if (response.status === 401) return report(over('refused'));
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!response.ok || !isStream || !response.body) {
    return report(over('broken', 1000 * Number(response.headers.get('retry-after')) || 0));
  }
  const parser = createParser({
    maxBufferSize: longest,
    onEvent: ({ event, data }) => report(newsOf(event, data) ?? { kind: 'beat' }),
    onComment: () => report({ kind: 'beat' }),
  });
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  while (true) {
    const { done, value } = await reader.read();
    if (done) return report(over('broken'));
    // Throws after an oversized event.
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

/**
 * Opens and reads a stream of server-sent events; closing the channel closes the connection. It uses `fetch` because
 * EventSource hides the status of a refusal and the comments that show that a silent stream is alive.
 */
export const openStream = (address: string): EventChannel<News> =>
  eventChannel<News>((emit) => {
    const stop = new AbortController();
    const report = (news: News) => {
      if (stop.signal.aborted) return;
      emit(news);
      if (news.kind === 'over') stop.abort();
    };
    read(address, stop.signal, report).catch(() => report(over('broken')));
    return () => stop.abort();
  }, buffers.expanding(8));
