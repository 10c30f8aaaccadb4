import { escapeHtml } from '@nightshelf/platform/http/escape-html.ts';
import type { ShownLetters } from './service-databases.ts';

export const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Nightshelf console</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 90rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid #8884; vertical-align: top }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere } button { font: inherit; padding: .25rem .75rem }
nav a { margin-right: 1rem }
@media (max-width: 60rem) { thead { display: none } tr, td { display: block } td { border: 0; padding: .125rem 0 } tr { border-bottom: 1px solid #8884; padding: .75rem 0 } }
</style>
</head>
<body><nav><a href="/queues">Jobs</a><a href="/dead-letters">Dead letters</a></nav><h1>${title}</h1>${body}</body>
</html>`;

export function deadLetterTable({ letters, away }: ShownLetters): string {
  const missing = away.map((name) => `<p>The database of ${escapeHtml(name)} does not answer.</p>`).join('');
  if (letters.length === 0) return missing || '<p>None: every event could be handled.</p>';
  const rows = letters.map((letter) => {
    const { putAsideAt, topic, consumer, eventId, reason, attempts, error, original } = letter;
    return `<tr>
<td>${putAsideAt.toISOString()}</td><td>${escapeHtml(topic)}</td><td>${escapeHtml(consumer)}</td><td>${attempts}</td>
<td>${escapeHtml(reason)}: ${escapeHtml(error)}<details><summary>Event ${escapeHtml(eventId || 'without id')}</summary><pre>${escapeHtml(original.value)}</pre></details></td>
<td>${replayForm(letter.database, letter.id)}</td></tr>`;
  });
  const titles = ['Put aside', 'Topic', 'Consumer', 'Attempts', 'Why', ''].map((title) => `<th>${title}</th>`);
  return `${missing}<p>A service replays its own within seconds; what then is still here has failed again.</p>
<table><thead><tr>${titles.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

const replayForm = (database: string, letter: string) =>
  `<form method="post" action="/dead-letters/replay"><input type="hidden" name="database" value="${escapeHtml(database)}">
<input type="hidden" name="letter" value="${escapeHtml(letter)}"><button>Replay</button></form>`;
