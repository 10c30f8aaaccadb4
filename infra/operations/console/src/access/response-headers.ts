import type { FastifyInstance } from 'fastify';

const policy = (parts: Readonly<Record<string, string>>) =>
  Object.entries(parts)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');

const ours = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Bull Board's page needs its own scripts (none inline), styles that those scripts add, and its `base` element. */
const board = {
  ...ours,
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'self'",
};

/** Sets the security headers of the console's pages. */
export function guardResponses(app: FastifyInstance, secure: boolean): void {
  const [forPages, forBoard] = [policy(ours), policy(board)];
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': /^\/queues(?:[/?]|$)/.test(request.url) ? forBoard : forPages,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      // Not no-referrer: browsers would then send forms with the origin "null".
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
    });
  });
}
