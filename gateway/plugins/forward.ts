import { intentOf } from '../src/forwarding/intent.ts';
import { requestHeaders } from '../src/forwarding/request-headers.ts';
import { type ForwardedRequest, Transfer } from '../src/forwarding/transfer.ts';
import { isNotReached, upstreamFault } from '../src/forwarding/upstream-fault.ts';
import { sendFailure } from '../src/http/answer.ts';
import { giveBack } from '../src/limits/verdict.ts';
import type { Policy } from './policy.ts';

/**
 * Forwards the request to `service`, or to the service that the endpoint is named after. `timeout` is in seconds; a
 * call's contract can override it.
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
        // The service did no work, so callers who retried while it was down must not hit its limits.
        if (isNotReached(error)) exchange.charged.forEach(giveBack);
        if (fault.status >= 500) {
          metrics.upstreamFailed(exchange.route, fault.code);
          logger.warn({ err: error, service: exchange.route, requestId: exchange.requestId }, fault.code);
        }
        sendFailure(request, response, fault);
      };
      // The caller may have left while earlier policies awaited Redis or the body.
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
