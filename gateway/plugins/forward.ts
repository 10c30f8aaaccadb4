import { intentOf } from '../src/forwarding/intent.ts';
import { requestHeaders } from '../src/forwarding/request-headers.ts';
import { type ForwardedRequest, Transfer } from '../src/forwarding/transfer.ts';
import { isNotReached, upstreamFault } from '../src/forwarding/upstream-fault.ts';
import { sendFailure } from '../src/http/answer.ts';
import { giveBack } from '../src/limits/verdict.ts';
import type { Policy } from './policy.ts';

/**
 * Hands the request to `service`, or to the one that the matched endpoint is named after, and its answer to the caller. `timeout` is
 * how long a service may take to begin its answer, in seconds, unless the call's contract gives it another time.
 */
export const forward: Policy<{ timeout: number; service?: string }> = {
  name: 'forward',
  properties: { timeout: { type: 'number', exclusiveMinimum: 0 }, service: { type: 'string' } },
  create:
    ({ settings, upstreams, logger, metrics }, { timeout, service }) =>
    (request, response, next) => {
      const { exchange, method = 'GET', url = '/' } = request;
      const pool = upstreams.get(service ?? exchange.route);
      if (!pool) return next(new Error(`No service is named ${service ?? exchange.route}`));
      const fail = (error: Error) => {
        const fault = upstreamFault(error);
        // The service did nothing: its limits must not refuse callers who retried until it was back.
        if (isNotReached(error)) exchange.charged.forEach(giveBack);
        if (fault.status >= 500) {
          metrics.upstreamFailed(exchange.route, fault.code);
          logger.warn({ err: error, service: exchange.route, requestId: exchange.requestId }, fault.code);
        }
        sendFailure(request, response, fault);
      };
      // The caller may have left while limits and session were looked up, or the body was read.
      if (response.destroyed) return;
      const { headers, isRepeatable } = intentOf(request);
      const forwarded: ForwardedRequest = {
        method,
        path: url,
        headers: requestHeaders(request, settings.TRUST_PROXY).concat(headers),
        body: exchange.body,
        isRepeatable,
        timeoutMs: (exchange.endpoint?.timeoutSeconds ?? timeout) * 1000,
      };
      const transfer = new Transfer(pool, forwarded, request, response, fail);
      exchange.transfer = transfer;
      transfer.start();
    },
};
