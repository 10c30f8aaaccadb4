import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Upstreams } from '../forwarding/upstreams.ts';
import { sendAnswer } from '../http/answer.ts';
import type { GatewayRequest } from '../http/exchange.ts';
import { serviceNames } from '../settings.ts';
import { ownDocument } from './own-document.ts';
import { readDocument, type ServiceDocument } from './read-document.ts';
import { renderPage } from './render-page.ts';
import { style } from './style.ts';

/** How long a page is cached. */
const keepMs = 10_000;

const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** A page that describes all calls, built from the services' OpenAPI documents. */
export class DocumentsPage {
  readonly #upstreams: Upstreams;
  #page: Promise<string> | null = null;
  #madeAt = 0;

  constructor(upstreams: Upstreams) {
    this.#upstreams = upstreams;
  }

  async serve(request: GatewayRequest, response: ServerResponse): Promise<void> {
    if (!this.#page || Date.now() - this.#madeAt > keepMs) {
      this.#madeAt = Date.now();
      this.#page = this.#make();
    }
    const page = await this.#page;
    const { headers } = request.exchange;
    headers[headers.indexOf('content-security-policy') + 1] = contentSecurityPolicy;
    const own = ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-cache'];
    sendAnswer(request, response, 200, own, page);
  }

  async #make(): Promise<string> {
    const documents = await Promise.all(
      serviceNames.map(async (service): Promise<ServiceDocument> => {
        const document = await this.#upstreams.read(service, `/api/docs/${service}.json`).catch(() => null);
        return readDocument(service, document);
      }),
    );
    return renderPage([...documents, readDocument('gateway', ownDocument())]);
  }
}
