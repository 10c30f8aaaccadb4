/** Logs each alert that Alertmanager sends, and where to: `kubectl -n monitoring logs deployment/alerts`. */
import { createServer } from 'node:http';

interface Notice {
  readonly alerts: readonly { readonly status: string; readonly labels: Readonly<Record<string, string>> }[];
}

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    if (request.method === 'POST')
      for (const { status, labels } of (JSON.parse(body) as Notice).alerts)
        console.log(new Date().toISOString(), request.url, status, JSON.stringify(labels));
    response.end();
  });
}).listen(8080);
