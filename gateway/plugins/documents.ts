import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Call } from '@nightshelf/contracts/call.ts';
import { gatewayCalls } from '@nightshelf/contracts/calls/endpoints.ts';
import { describeEvents } from '@nightshelf/contracts/events/describe.ts';
import { events } from '@nightshelf/contracts/events/index.ts';
import { completeDocument, securitySchemes } from '@nightshelf/platform/http/complete-document.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import { z } from 'zod';
import type { Upstreams } from '../src/forwarding/upstreams.ts';
import { answerOptions, methodNotAllowed, readingMethods, sendAnswer, sendFailure } from '../src/http/answer.ts';
import { type GatewayRequest, pathOf } from '../src/http/exchange.ts';
import type { Policy } from '../src/runtime.ts';
import { serviceNames } from '../src/settings.ts';

/** Inline, so that the page needs no other file; the content security policy allows it by its hash. */
export const style = `
:root { color-scheme: light dark; --bg: light-dark(#fbfafd, #14121c); --card: light-dark(#fff, #1d1a29); --line: light-dark(#dedae8, #37324a); --text: light-dark(#211d2e, #ece9f5); --soft: light-dark(#5c5670, #aca5c4); --accent: light-dark(#5b3fc4, #b6a2ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
header, main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.25rem 0; }
main { padding: 0 1.25rem 4rem; }
h1 { margin: 0; font-size: 2rem; letter-spacing: -0.02em; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.3rem; }
h3 { margin: 1rem 0 0.25rem; font-size: 0.85rem; color: var(--soft); }
p, .what { color: var(--soft); }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 1rem; }
.source { font-size: 0.85rem; font-weight: 400; margin-left: 0.5rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 0.6rem; margin: 0.5rem 0; padding: 0 1rem; }
details[open] { padding-bottom: 1rem; }
summary { padding: 0.7rem 0; cursor: pointer; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font: 0.9em/1.5 ui-monospace, monospace; }
pre { margin: 0; padding: 0.75rem; max-height: 24rem; overflow: auto; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--bg); }
.method { display: inline-block; min-width: 4.2rem; font-weight: 700; color: var(--accent); }
.what { margin-left: 0.5rem; }
.lock { font-size: 0.8rem; border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.6rem; white-space: nowrap; }
`;

/** Responses other than JSON have no schema. */
const schema = z.unknown().optional();

const media = z.record(z.string(), z.object({ schema }));

const operation = z.object({
  summary: z.string().default(''),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema }))
    .default([]),
  requestBody: z.object({ content: media }).optional(),
  responses: z.record(z.string(), z.object({ content: media.optional() })).default({}),
});

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly guarded: boolean;
  /** The scope that an API token needs; undefined when the call accepts no token. */
  readonly scope: string | undefined;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  /** JSON schemas. */
  readonly body: unknown;
  readonly answers: readonly { readonly status: string; readonly schema: unknown }[];
}

interface ServiceDocument {
  readonly service: string;
  /** Null when the service did not respond. */
  readonly operations: readonly Operation[] | null;
}

/** Extracts the parts of a service's OpenAPI document that the page shows. */
function readDocument(service: string, document: unknown): ServiceDocument {
  const parsed = openApi.safeParse(document);
  if (!parsed.success) return { service, operations: null };
  const operations = Object.entries(parsed.data.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, security, parameters, requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      summary,
      guarded: security.some(({ session }) => session),
      scope: security.flatMap(({ token }) => token ?? [])[0],
      parameters,
      body: requestBody?.content['application/json']?.schema,
      answers: Object.entries(responses).map(([status, { content }]) => ({
        status,
        schema: content?.['application/json']?.schema,
      })),
    })),
  );
  return { service, operations };
}

const titles: Readonly<Record<string, string>> = {
  auth: 'Accounts',
  library: 'Library',
  catalog: 'Games',
  social: 'Users',
  media: 'Videos',
  gateway: 'Live',
};

/** Returns the whole page, with all text from the services escaped. */
function renderPage(documents: readonly ServiceDocument[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Nightshelf API</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Nightshelf API</h1>
<p>Every call of the product, generated from the services themselves. Bodies are JSON, and answers where nothing else is said. They carry <code>success</code> and <code>message</code>; failures add <code>code</code> and <code>request_id</code>, and <code>errors</code> where fields are at fault. Calls marked <span class="lock">signed in</span> need the session cookie that signing in sets. Scripts send an API token, made on the Security page, as <code>Authorization: Bearer …</code>: it does for the calls marked <span class="lock">library:read</span> or <span class="lock">library:write</span>, if it was made for that, and for no others.</p>
<nav aria-label="Parts">${documents.map(({ service }) => `<a href="#${service}">${titleOf(service)}</a>`).join('')}<a href="#events">Events</a></nav>
</header>
<main>
${documents.map(renderService).join('\n')}
<section id="events">
<h2>Events <a class="source" href="/api/docs/events.json">AsyncAPI</a></h2>
<p>What the services tell each other, each in its topic.</p>
<ul>${events.map(({ type, topic }) => `<li><code>${escapeHtml(type)}</code> in <code>${escapeHtml(topic)}</code></li>`).join('')}</ul>
</section>
</main>
</body>
</html>
`;
}

const titleOf = (service: string) => escapeHtml(titles[service] ?? service);

function renderService({ service, operations }: ServiceDocument): string {
  const calls = operations ? operations.map(renderOperation).join('\n') : '<p>Not available right now.</p>';
  return `<section id="${service}">
<h2>${titleOf(service)} <a class="source" href="/api/docs/${service}.json">OpenAPI</a></h2>
${calls}
</section>`;
}

function renderOperation({ method, path, summary, guarded, scope, parameters, body, answers }: Operation): string {
  const rows = parameters.map(
    ({ name, in: place, required }) =>
      `<li><code>${escapeHtml(name)}</code> in ${escapeHtml(place)}${required ? ', required' : ''}</li>`,
  );
  const parts = [
    rows.length > 0 ? `<h3>Parameters</h3><ul>${rows.join('')}</ul>` : '',
    renderSchema('Body', body),
    ...answers.map(({ status, schema }) => renderSchema(`Answer ${status}`, schema)),
  ];
  return `<details>
<summary><span class="method ${escapeHtml(method.toLowerCase())}">${escapeHtml(method)}</span> <code>${escapeHtml(path)}</code> <span class="what">${escapeHtml(summary)}</span>${guarded ? ' <span class="lock">signed in</span>' : ''}${scope ? ` <span class="lock">${escapeHtml(scope)}</span>` : ''}</summary>
${parts.join('')}
</details>`;
}

const renderSchema = (title: string, schema: unknown) =>
  schema === undefined
    ? ''
    : `<h3>${escapeHtml(title)}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;

/** Returns the OpenAPI document of the gateway's own calls, which take a query and require a session. */
function ownDocument(): object {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Nightshelf: gateway', version: '1' },
    components: { securitySchemes },
    paths: Object.fromEntries(
      gatewayCalls.map((call) => [
        call.path,
        {
          [call.method.toLowerCase()]: {
            summary: call.summary,
            parameters: parametersOf(call.query),
            security: [{ session: [] }],
            responses: { 200: { description: 'The stream' } },
          },
        },
      ]),
    ),
  };
  return completeDocument(document, gatewayCalls);
}

function parametersOf(query: Call['query']): object[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

/** How long a page is cached. */
const keepMs = 10_000;

const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** A page that describes all calls, built from the services' OpenAPI documents. */
class DocumentsPage {
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

const json = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-cache'];

/** Serves a page about all calls and events, and the documents of the events and of the gateway's own calls. */
export const documents: Policy = {
  name: 'documents',
  create: ({ upstreams }) => {
    const page = new DocumentsPage(upstreams);
    const events = JSON.stringify(describeEvents());
    const own = JSON.stringify(ownDocument());
    return (request, response, next) => {
      if (request.method === 'OPTIONS') return answerOptions(request, response, readingMethods);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return sendFailure(request, response, methodNotAllowed(readingMethods));
      }
      const path = pathOf(request);
      if (path.endsWith('/events.json')) sendAnswer(request, response, 200, json, events);
      else if (path.endsWith('/gateway.json')) sendAnswer(request, response, 200, json, own);
      else page.serve(request, response).catch(next);
    };
  },
};
