import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallLog } from '../calls/call-log.ts';
import type { FailureSwitch, Mode, Provider } from './failure-switch.ts';

/** A response in a provider's own format. */
export interface Refusal {
  readonly status: number;
  readonly body: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A provider's error responses. */
export type Refusals = Readonly<Record<Exclude<Mode, 'none' | 'slow' | 'down' | 'malformed' | 'html'>, Refusal>>;

interface Circumstances {
  readonly provider: Provider;
  readonly calls: CallLog;
  readonly failures: FailureSwitch;
  readonly refusals: Refusals;
  /**
   * Exempts calls from failures, except when the whole provider is slow or down; they do not count as `times` either.
   */
  readonly spared?: (request: FastifyRequest) => boolean;
}

const page = (title: string) =>
  `<!DOCTYPE html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;

/** Returns an HTML error page, like one from the proxy of an unavailable site. */
export const htmlRefusal = (status: number, title: string): Refusal => ({
  status,
  body: page(title),
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

export const send = (reply: FastifyReply, { status, body, headers }: Refusal) =>
  reply
    .status(status)
    .headers(headers ?? {})
    .send(body);

/** Logs every request of this scope, and makes it fail while its provider has a failure. */
export function misbehave(app: FastifyInstance, { provider, calls, failures, refusals, spared }: Circumstances): void {
  const cut = new WeakSet<FastifyRequest>();

  app.addHook('onRequest', async (request, reply) => {
    calls.record(provider, request.method, request.url);
    const next = spared?.(request) ? failures.peek(provider) : failures.take(provider);
    const mode = spared?.(request) && next.mode !== 'down' ? 'none' : next.mode;
    if (next.latency_ms > 0) await wait(next.latency_ms);
    if (mode === 'none' || mode === 'slow') return;
    if (mode === 'malformed') {
      cut.add(request);
      return;
    }
    if (mode === 'down') {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    return send(reply, mode === 'html' ? htmlRefusal(200, 'We will be right back') : refusals[mode]);
  });

  app.addHook('onSend', async (request, _reply, payload) =>
    cut.has(request) && typeof payload === 'string' ? payload.slice(0, Math.ceil(payload.length / 2)) : payload,
  );
}
