import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { listSteamGames } from '@nightshelf/contracts/calls/catalog.ts';
import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { CandidateRow, RowCandidates } from '@nightshelf/contracts/import-candidates.ts';
import { identityHeader, verifyIdentity } from '@nightshelf/platform/http/identity.ts';
import { closeAfterTests, type TestService, testIdentitySecret } from '@nightshelf/testing';
import { startLibrary } from './helpers.ts';

/** A candidates request that the stub received. */
export interface CandidatesRequest {
  readonly userId: string;
  readonly rows: readonly CandidateRow[];
  readonly ask_provider: boolean;
}

/** Returns a special response; undefined for the usual one, null for no response. */
export type Unusual = (request: CandidatesRequest) => { status?: number; body: unknown } | null | undefined;

export interface SteamGame {
  readonly app_id: number;
  readonly name: string;
  readonly minutes: number;
  readonly guid: string | null;
}

const keyOf = (title: string) =>
  title
    .replace(/\s*\((?:19|20)\d\d\)\s*$/, '')
    .replace(/[™®©]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const yearOf = ({ original_release_date: date }: GameSummary) => (date === null ? null : Number(date.slice(0, 4)));

/** Returns a function that finds the candidates of a row, in constant time: a vault may have ten thousand games. */
function candidatesAmong(games: readonly GameSummary[]): (row: CandidateRow) => RowCandidates {
  const byKey = Map.groupBy(games, ({ name }) => keyOf(name));
  const guids = new Set(games.map(({ guid }) => guid));
  return ({ title, id }) => {
    const key = keyOf(title ?? '');
    return {
      by_id: id !== null && guids.has(id) ? id : null,
      named: (key === '' ? [] : (byKey.get(key) ?? [])).map((game) => ({
        ...{ guid: game.guid, year: yearOf(game), prominence: 1, is_alias: false, is_whole: true },
        platforms: game.platforms.flatMap((platform) => platform.id ?? []),
      })),
      near: [],
      asked: true,
    };
  };
}

/**
 * Responds like the catalog, which tests of this service may not import, until the end of the file.
 * @param games returns the games that the catalog has published to the library
 */
export async function startCatalogStub(games: () => Promise<readonly GameSummary[]>) {
  const stub = {
    /** Tests of failures replace it. */
    unusual: (() => undefined) as Unusual,
    /** The games of each user's Steam account, or the code of an error; no response without an entry. */
    steam: new Map<string, readonly SteamGame[] | string>(),
    /** Requests for Steam accounts, as `<user> <account>`, and the responses without an entry. */
    steamRequests: [] as string[],
    unanswered: [] as ServerResponse[],
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const caller = verifyIdentity(String(request.headers[identityHeader]), testIdentitySecret, { service: 'catalog' });
    if (!caller) return void response.writeHead(401).end('{}');
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://catalog');
    if (pathname === listSteamGames.path) {
      stub.steamRequests.push(`${caller.userId} ${searchParams.get('account')}`);
      const found = stub.steam.get(caller.userId);
      if (found === undefined) return void stub.unanswered.push(response);
      const body = { success: true, account: '76561198000000001', games: found, later: false };
      const isRefused = typeof found === 'string';
      return void response.writeHead(isRefused ? 503 : 200).end(JSON.stringify(isRefused ? { code: found } : body));
    }
    const asked = { userId: caller.userId, ...JSON.parse(await text(request)) } as CandidatesRequest;
    const unusual = stub.unusual(asked);
    if (unusual === null) return;
    const body = { success: true, message: '', rows: asked.rows.map(candidatesAmong(await games())) };
    response
      .writeHead(unusual?.status ?? 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(unusual?.body ?? { ...body, retry_after_seconds: null }));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTests(async () => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(stub, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** Starts the library, for the tests of a file, with a catalog that knows all games confirmed to the library. */
export async function startWithCatalog(env: Readonly<Record<string, string>> = {}) {
  let service: TestService | undefined;
  const catalog = await startCatalogStub(async () => {
    const rows = (await service?.query<{ guid: string; summary: string }>('select guid, summary from games')) ?? [];
    return rows.map(({ guid, summary }) => ({ ...(JSON.parse(summary) as GameSummary), guid }));
  });
  service = await startLibrary({ CATALOG_URL: catalog.url, ...env });
  return { service, catalog };
}
