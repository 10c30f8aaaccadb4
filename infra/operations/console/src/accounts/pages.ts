import {
  accountConsequences,
  factorsInWords,
  type ListedAccount,
  type ShownAccount,
} from '@nightshelf/contracts/operators.ts';
import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import type { FastifyRequest } from 'fastify';
import { csrfField, table, timeOf } from '../look/page.ts';

export interface Wanted {
  readonly search: string;
  readonly disabled: boolean;
  readonly after: string | null;
}

const stateOf = ({ is_active }: Pick<ListedAccount, 'is_active'>) =>
  is_active ? '<span class="state">active</span>' : '<span class="state disabled">disabled</span>';

export function accountList(wanted: Wanted, users: readonly ListedAccount[], next: string | null): string {
  const form = `<form method="get" action="/accounts" class="search" role="search">
<input type="search" name="search" value="${escapeHtml(wanted.search)}" placeholder="Username or email address" aria-label="Username or email address">
<label class="inline"><input type="checkbox" name="disabled" value="1"${wanted.disabled ? ' checked' : ''}>Disabled only</label>
<button class="primary">Search</button></form>`;
  if (users.length === 0) return `${form}<p>No such accounts.</p>`;
  const rows = users.map((user) => [
    `<a href="/accounts/${user.id}">${escapeHtml(user.username)}</a>`,
    escapeHtml(user.email ?? ''),
    stateOf(user),
    `<time>${user.created_at.slice(0, 10)}</time>`,
  ]);
  const query = new URLSearchParams({ search: wanted.search, ...(wanted.disabled ? { disabled: '1' } : {}) });
  if (next !== null) query.set('after', next);
  const more = next === null ? '' : `<p><a href="/accounts?${escapeHtml(String(query))}">More</a></p>`;
  return form + table(['Username', 'Email address', 'State', 'Member since'], rows) + more;
}

export function accountDetails(user: ShownAccount, request: Pick<FastifyRequest, 'operator'>): string {
  const facts: Readonly<Record<string, string>> = {
    State: stateOf(user) + (user.disabled_at ? ` since ${timeOf(user.disabled_at)}` : ''),
    'Email address': escapeHtml(user.email ?? 'none'),
    Name: escapeHtml([user.first_name, user.last_name].filter(Boolean).join(' ') || 'none'),
    'Member since': timeOf(user.created_at),
    'Last activity': user.last_activity_at ? timeOf(user.last_activity_at) : 'none',
    Library: user.privacy,
    'Signs in with': escapeHtml(
      [...(user.has_password ? ['password'] : []), ...user.providers].join(', ') || 'nothing',
    ),
    'Second factors': factorsInWords(user),
    Sessions: String(user.sessions),
    'Followers, following': `${user.followers}, ${user.following}`,
    Id: `<code>${user.id}</code>`,
  };
  const list = Object.entries(facts).map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  const change = user.is_active ? deed('disable', 'Disable', user, request) : deed('enable', 'Enable', user, request);
  return `<dl class="card">${list.join('')}</dl><h2>What you can do</h2><div class="deeds">${change}
${deed('sign-out', 'Sign out everywhere', user, request)}
${deed('reset-factors', 'Remove second factors', user, request)}${deed('delete', 'Delete', user, request)}</div>`;
}

type Deed = keyof typeof accountConsequences;

/** Two steps: the operator reads the consequences before the button appears. */
function deed(action: Deed, title: string, user: ShownAccount, request: Pick<FastifyRequest, 'operator'>): string {
  const isFinal = action === 'delete';
  const name = escapeHtml(user.username);
  const typed = isFinal
    ? `<label>Type ${name} to confirm<input name="name" autocomplete="off" autocapitalize="none" required></label>`
    : '';
  const kind = action === 'enable' ? 'primary' : 'danger';
  return `<details><summary>${title}</summary><p>${escapeHtml(accountConsequences[action](user.username))}</p>
<form method="post" action="/accounts/${user.id}/${action}">${csrfField(request)}${typed}<button class="${kind}">${title}</button></form></details>`;
}
