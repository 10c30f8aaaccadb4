import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { notFound } from '@nightshelf/platform/errors/coded-error.ts';
import sirv from 'sirv';
import { type GatewayRequest, pathOf } from '../http/exchange.ts';
import { methodNotAllowed, readingMethods, respondToOptions, sendFailure, sendResponse } from '../http/response.ts';
import { inlineScriptHashes } from './content-security-policy.ts';

/** An asset's name contains a hash of its content, so its content never changes, in any release. */
const immutable = 'public, max-age=31536000, immutable';

/** Browsers guess the encoding of text that does not declare one. */
const textTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
};

const notBuilt = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nightshelf</title></head>
<body><h1>Nightshelf is not ready yet</h1><p>The browser client has not been built. Please try again in a moment.</p></body></html>
`;

interface Build {
  readonly files: ReturnType<typeof sirv>;
  /** The previous release's files, whose assets pages that were opened before an upgrade still load. */
  readonly previous: ReturnType<typeof sirv> | null;
  readonly scriptHashes: readonly string[];
}

/** The built browser client in a folder. Reads it once, as soon as the folder holds a build. */
export class ClientFiles {
  readonly #folder: string;
  /** Link header that makes browsers connect early to the origins of covers; may be empty. */
  readonly #link: string;
  readonly #previousFolder: string;
  #build: Build | null = null;

  /**
   * @param previousFolder the previous release's build; may be missing
   * @param imageOrigins origins of covers, such as `https://covers.example`
   */
  constructor(folder: string, previousFolder: string, imageOrigins: readonly string[]) {
    this.#folder = folder;
    this.#previousFolder = previousFolder;
    this.#link = imageOrigins.map((origin) => `<${origin}>; rel=preconnect`).join(', ');
  }

  /** Returns the hashes of the inline scripts of index.html, for the content security policy. */
  scriptHashes(): readonly string[] {
    return this.#read()?.scriptHashes ?? [];
  }

  /** Serves a file, or index.html for a page that the client routes itself. */
  serve(request: GatewayRequest, response: ServerResponse): void {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (request.method === 'OPTIONS') respondToOptions(request, response, readingMethods);
      else sendFailure(request, response, methodNotAllowed(readingMethods));
      return;
    }
    const build = this.#read();
    if (!build) {
      const headers = ['content-type', 'text/html; charset=utf-8', 'cache-control', 'no-store', 'retry-after', '5'];
      sendResponse(request, response, 503, headers, notBuilt);
      return;
    }
    this.#serveFrom(build, request, response);
  }

  #serveFrom(build: Build, request: GatewayRequest, response: ServerResponse): void {
    for (let at = 0; at < request.exchange.headers.length; at += 2) {
      response.setHeader(request.exchange.headers[at] ?? '', request.exchange.headers[at + 1] ?? '');
    }
    // A new build may have replaced the files that sirv has listed.
    const watch = (file: Readable) => {
      file.once('error', () => {
        this.#build = null;
        response.destroy();
      });
    };
    // Files are small enough to ignore ranges, which HTTP allows; sirv misreads some ranges and throws on others.
    delete request.headers.range;
    response.once('pipe', watch);
    if (pathOf(request) === '/') {
      this.#servePage(build, request, response);
      return;
    }
    build.files(request, response, () => {
      if (isNavigation(request)) return this.#servePage(build, request, response);
      const missing = () => sendFailure(request, response, notFound('request.not_found', 'Not found.'));
      if (build.previous && pathOf(request).startsWith('/assets/')) build.previous(request, response, missing);
      else missing();
    });
  }

  #servePage(build: Build, request: GatewayRequest, response: ServerResponse): void {
    if (this.#link) response.setHeader('link', this.#link);
    request.url = '/index.html';
    build.files(request, response);
  }

  #read(): Build | null {
    if (!this.#build && existsSync(join(this.#folder, 'index.html')))
      this.#build = readBuild(this.#folder, this.#previousFolder);
    return this.#build;
  }
}

/** Returns whether a browser asks for a page rather than for a missing image or script. */
function isNavigation(request: GatewayRequest): boolean {
  const path = pathOf(request);
  if (path.startsWith('/assets/')) return false;
  const isFile = /\.[A-Za-z0-9]{1,8}$/.test(path);
  return !isFile || Boolean(request.headers.accept?.includes('text/html'));
}

const readBuild = (folder: string, previousFolder: string): Build => ({
  files: serveFiles(folder),
  previous: existsSync(previousFolder) ? serveFiles(previousFolder) : null,
  scriptHashes: inlineScriptHashes(readFileSync(join(folder, 'index.html'), 'utf8')),
});

const serveFiles = (folder: string) =>
  sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      const type = textTypes[extname(path)];
      if (type) response.setHeader('content-type', `${type}; charset=utf-8`);
      response.setHeader('cache-control', path.startsWith('/assets/') ? immutable : 'no-cache');
    },
  });
