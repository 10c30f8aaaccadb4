import { createHash } from 'node:crypto';
import type { Call } from '@nightshelf/contracts/call.ts';
import { gatewayCalls } from '@nightshelf/contracts/calls/endpoints.ts';
import * as serviceCalls from '@nightshelf/contracts/calls/index.ts';
import { describeEvents } from '@nightshelf/contracts/events/describe.ts';
import { events } from '@nightshelf/contracts/events/index.ts';
import { refusals, refusalsOf } from '@nightshelf/contracts/refusals.ts';
import { completeDocument, securitySchemes } from '@nightshelf/platform/http/complete-document.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import { z } from 'zod';
import { pathOf } from '../src/http/exchange.ts';
import { methodNotAllowed, readingMethods, respondToOptions, sendFailure, sendResponse } from '../src/http/response.ts';
import type { Policy } from '../src/runtime.ts';

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

const calls: readonly Call[] = [
  ...Object.values(serviceCalls).flatMap((group) => Object.values<Call>(group)),
  ...gatewayCalls,
];

/** The parts of the page; the first whose pattern matches a path contains the call. */
const parts: readonly (readonly [service: string, title: string, path: RegExp])[] = [
  ['auth', 'Accounts', /^\/api\/auth\//],
  ['library', 'Library', /^\/api\/games\/(library|lists)\b/],
  ['catalog', 'Games', /^\/api\/games\b/],
  ['social', 'Users', /^\/api\/(users|notifications)\b/],
  ['media', 'Videos', /^\/api\/youtube\//],
  ['gateway', 'Live', /^\/api\/live\b/],
];

function renderPage(): string {
  const callsOf = Map.groupBy(calls, ({ path }) => parts.find(([, , pattern]) => pattern.test(path))?.[0]);
  const sections = parts.map(
    ([service, title]) => `<section id="${service}">
<h2>${title} <a class="source" href="/api/docs/${service}.json">OpenAPI</a></h2>
${(callsOf.get(service) ?? []).map(renderCall).join('\n')}
</section>`,
  );
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
<p>All calls, generated from their contracts. Requests and responses are JSON unless noted. Responses have <code>success</code> and <code>message</code>; failures add <code>code</code> and <code>request_id</code>, and <code>errors</code> for invalid fields. Calls marked <span class="lock">signed in</span> need the session cookie that signing in sets. Scripts send an API token from the Security page as <code>Authorization: Bearer …</code>. It works only for calls marked <span class="lock">library:read</span> or <span class="lock">library:write</span>, according to its scopes.</p>
<nav aria-label="Parts">${parts.map(([service, title]) => `<a href="#${service}">${title}</a>`).join('')}<a href="#events">Events</a></nav>
</header>
<main>
${sections.join('\n')}
<section id="events">
<h2>Events <a class="source" href="/api/docs/events.json">AsyncAPI</a></h2>
<p>Events that the services publish, by topic.</p>
<ul>${events.map(({ type, topic }) => `<li><code>${escapeHtml(type)}</code> in <code>${escapeHtml(topic)}</code></li>`).join('')}</ul>
</section>
</main>
</body>
</html>
`;
}

function renderCall(call: Call): string {
  const { method, path, summary, access, scope, limits = {} } = call;
  const failures = Map.groupBy(refusalsOf(call), (code) => refusals[code]);
  const parts = [
    renderList(
      'Parameters',
      [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')].map(describe),
    ),
    renderSchema('Body', call.body, 'input'),
    renderSchema(`Response ${call.status ?? 200}`, call.mediaType ? undefined : call.answer, 'output'),
    renderList(
      'Failures',
      [...failures].map(([status, codes]) => `${status}: ${codes.join(', ')}`),
    ),
    renderList(
      'Limits',
      Object.entries(limits).map(([by, limit]) => `${limit.points} in ${limit.seconds} seconds per ${by}`),
    ),
  ];
  const labels = [access === 'open' ? undefined : 'signed in', scope].filter((label) => label !== undefined);
  return `<details>
<summary><span class="method">${method}</span> <code>${escapeHtml(path.replaceAll(/:(\w+)/g, '{$1}'))}</code> <span class="what">${escapeHtml(summary)}</span>${labels.map((label) => ` <span class="lock">${label}</span>`).join('')}</summary>
${parts.join('')}
</details>`;
}

const describe = ({ name, in: place, required }: Parameter) => `${name} in ${place}${required ? ', required' : ''}`;

const renderList = (title: string, items: readonly string[]) =>
  items.length === 0 ? '' : `<h3>${title}</h3><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;

const renderSchema = (title: string, schema: z.core.$ZodType | undefined, io: 'input' | 'output') =>
  schema === undefined
    ? ''
    : `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), null, 2))}</pre>`;

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
            parameters: parametersOf(call.query, 'query'),
            security: [{ session: [] }],
            responses: { 200: { description: 'The stream' } },
          },
        },
      ]),
    ),
  };
  return completeDocument(document, gatewayCalls);
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: unknown;
}

function parametersOf(given: z.core.$ZodType | undefined, place: Parameter['in']): Parameter[] {
  if (!given) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(given, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }));
}

const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

const html = ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-cache'];
const json = ['content-type', 'application/json; charset=utf-8', 'cache-control', 'no-cache'];

/** Serves a page about all calls and events, and the documents of the events and of the gateway's own calls. */
export const documents: Policy = {
  name: 'documents',
  create: () => {
    let page: string | undefined;
    const events = JSON.stringify(describeEvents());
    const own = JSON.stringify(ownDocument());
    return (request, response) => {
      if (request.method === 'OPTIONS') return respondToOptions(request, response, readingMethods);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return sendFailure(request, response, methodNotAllowed(readingMethods));
      }
      const path = pathOf(request);
      if (path.endsWith('/events.json')) return sendResponse(request, response, 200, json, events);
      if (path.endsWith('/gateway.json')) return sendResponse(request, response, 200, json, own);
      page ??= renderPage();
      const { headers } = request.exchange;
      headers[headers.indexOf('content-security-policy') + 1] = contentSecurityPolicy;
      sendResponse(request, response, 200, html, page);
    };
  },
};
