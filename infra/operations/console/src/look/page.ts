import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import type { FastifyRequest } from 'fastify';

const document = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Nightshelf console</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/console.css">
</head>
<body>${body}</body>
</html>`;

/** Renders a page for visitors who are not signed in. */
export const strangersPage = (title: string, body: string) =>
  document(
    title,
    `<main class="narrow"><p class="brand">Nightshelf console</p><h1>${escapeHtml(title)}</h1>${body}</main>`,
  );

export const places = [
  { text: 'Accounts', url: '/accounts' },
  { text: 'Jobs', url: '/queues' },
  { text: 'Dead letters', url: '/dead-letters' },
  { text: 'Audit trail', url: '/audit' },
];

/** @param body HTML @param request the operator's request */
export function page(title: string, body: string, request: Pick<FastifyRequest, 'operator' | 'url'>): string {
  const links = places.map(({ text, url }) => {
    const isHere = request.url.startsWith(url) ? ' aria-current="page"' : '';
    return `<a href="${url}"${isHere}>${text}</a>`;
  });
  const notice = request.operator?.notice;
  if (request.operator) request.operator.notice = null;
  return document(
    title,
    `<header><span class="brand">Nightshelf console</span><nav aria-label="Console">${links.join('')}</nav>
<form method="post" action="/sign-out">${csrfField(request)}<button class="plain">Sign out</button></form></header>
<main><h1>${escapeHtml(title)}</h1>${notice ? `<p class="notice" role="status">${escapeHtml(notice)}</p>` : ''}${body}</main>`,
  );
}

/** Required in every form that changes something. */
export const csrfField = ({ operator }: Pick<FastifyRequest, 'operator'>) =>
  `<input type="hidden" name="csrf" value="${operator?.csrf ?? ''}">`;

/** @param rows cells as HTML */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = titles.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join('');
  const lines = rows.map(
    (cells) =>
      `<tr>${cells.map((cell, at) => `<td data-title="${escapeHtml(titles[at] ?? '')}">${cell}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${lines.join('\n')}</tbody></table>`;
}

/** @param at ISO 8601 @returns HTML, to the minute */
export const timeOf = (at: string) => `<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>`;
