import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The part of an express 4 application that is used here. */
interface ExpressApplication {
  readonly _router?: { stack: { name: string }[] };
}

/** First steps of every express-gateway application: for handlers that use express' own requests, queries and users. */
const unused = new Set(['query', 'expressInit', 'initialize']);

/**
 * Takes from express the work per request that no policy of ours makes use of: they work on node's own requests.
 * To be called while express-gateway registers routes.
 */
export function lightenApplication(application: ExpressApplication): void {
  const router = application._router;
  if (router) router.stack = router.stack.filter(({ name }) => !unused.has(name));
}

/**
 * Spares express-gateway a prototype and a random id for each request; our policies have their own (request-id.ts).
 * Together with the above this was a tenth of the gateway's CPU time in a profile. To be called before express-gateway is loaded.
 */
export function lightenContext(): void {
  const path = require.resolve('express-gateway/lib/gateway/context');
  const Context = require(path) as new () => object;
  const shared = new Context();
  const loaded = require.cache[path];
  if (!loaded) return;
  // A constructor that returns an object gives that one to everybody who asks for a new one.
  loaded.exports = function SharedContext() {
    return shared;
  };
}
