import { buffer } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import { requestHeaders } from '../src/forwarding/request-headers.ts';
import { isRepeatable, Transfer } from '../src/forwarding/transfer.ts';
import { upstreamFault } from '../src/forwarding/upstream-fault.ts';
import { sendFailure } from '../src/http/answer.ts';
import { pathOf } from '../src/http/exchange.ts';
import type { Policy } from './policy.ts';

interface Parameters {
  /** How long a service may take to begin its answer, in seconds. */
  readonly timeout: number;
  /** GETs that may take longer. */
  readonly patient: readonly { readonly path: string; readonly timeout: number }[];
}

/** Hands the request to the service that the matched endpoint is named after, and its answer to the caller. */
export const forward: Policy<Parameters> = {
  name: 'forward',
  properties: {
    timeout: { type: 'number', exclusiveMinimum: 0 },
    patient: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'timeout'],
        properties: { path: { type: 'string', format: 'regex' }, timeout: { type: 'number', exclusiveMinimum: 0 } },
      },
    },
  },
  create: ({ settings, upstreams, logger, metrics }, { timeout, patient }) => {
    const exceptions = patient.map(({ path, timeout: seconds }) => ({ pattern: new RegExp(path), seconds }));
    const secondsFor = (method: string, path: string) =>
      (method === 'GET' && exceptions.find(({ pattern }) => pattern.test(path))?.seconds) || timeout;
    return (request, response, next) => {
      const { exchange, method = 'GET', url = '/' } = request;
      const pool = upstreams.get(exchange.route);
      if (!pool) return next(new Error(`No service is named ${exchange.route}`));
      const fail = (error: Error) => {
        // Of a body that ends because its caller has left the service knows nothing.
        if (response.destroyed) return;
        const fault = upstreamFault(error);
        if (fault.status >= 500) {
          metrics.upstreamFailed(exchange.route, fault.code);
          logger.warn({ err: error, service: exchange.route, requestId: exchange.requestId }, fault.code);
        }
        sendFailure(request, response, fault);
      };
      const send = (body: Dispatcher.DispatchOptions['body']) => {
        // Who left while limits and session were looked up, or the body came, is owed nothing.
        if (response.destroyed) return;
        const options: Dispatcher.DispatchOptions = {
          method,
          path: url,
          headers: requestHeaders(request, settings.TRUST_PROXY),
          body,
          headersTimeout: secondsFor(method, pathOf(request)) * 1000,
        };
        const transfer = new Transfer(pool, options, request, response, fail);
        exchange.cancel = () => transfer.cancel();
        transfer.start();
      };
      // Kept whole, a body can be sent again when the instance that has it dies.
      if (exchange.body && isRepeatable(method)) buffer(exchange.body).then(send, fail);
      else send(exchange.body);
    };
  },
};
