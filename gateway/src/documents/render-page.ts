import { events } from '@nightshelf/contracts/events/index.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import type { Operation, ServiceDocument } from './read-document.ts';
import { style } from './style.ts';

const titles: Readonly<Record<string, string>> = {
  auth: 'Accounts',
  library: 'Library',
  catalog: 'Games',
  social: 'Users',
  media: 'Videos',
  gateway: 'Live',
};

/** Returns the whole page, with all text from the services escaped. */
export function renderPage(documents: readonly ServiceDocument[]): string {
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
