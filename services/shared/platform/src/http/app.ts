import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { CodedError } from '../errors/coded-error.ts';
import { failureBody, toCodedError } from '../errors/error-answer.ts';
import { completeDocument } from './documents/complete-document.ts';
import { documented } from './documents/request-headers.ts';
import { lingerAfterEarlyAnswers, whenSettled } from './early-answer.ts';
import { namesItsHost } from './host-header.ts';
import { identityHeader, verifyIdentity } from './identity.ts';
import { answerParserFailures } from './parser-failures.ts';
import { apiHeaders } from './security-headers.ts';
import { securitySchemes } from './security-schemes.ts';

export interface HttpAppOptions {
  readonly service: string;
  readonly identitySecret: string;
  /** Where browsers reach the product. */
  readonly publicOrigin: string;
  readonly logger: FastifyBaseLogger;
}

/** Longest request body, in bytes. */
const bodyLimit = 1024 * 1024;

/** Longer than the gateway reuses an idle connection, so that it never writes into one that is being closed. */
const keepAliveMs = 65_000;

/** The HTTP side of a service before it has any route: validation, identity, errors, OpenAPI. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const { service, identitySecret, publicOrigin, logger } = options;
  const securityHeaders = apiHeaders(publicOrigin);
  const answerFailure = (error: CodedError, request: FastifyRequest, reply: FastifyReply) => {
    for (let at = 0; at < securityHeaders.length; at += 2) {
      reply.header(securityHeaders[at] ?? '', securityHeaders[at + 1]);
    }
    return reply
      .status(error.status)
      .headers(error.headers ?? {})
      .type('application/json; charset=utf-8')
      .send(failureBody(error, request.id));
  };
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit,
    keepAliveTimeout: keepAliveMs,
    // For a client that sends its request drop by drop.
    requestTimeout: 30_000,
    genReqId: (request) => header(request.headers['x-request-id']) ?? randomUUID(),
    forceCloseConnections: 'idle',
    // What a parameter may be stands with the call; longer than any request line, so that nothing is answered before that.
    routerOptions: { maxParamLength: 16_384 },
    // Looked for below.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => answerFailure(toCodedError(error), request, reply),
    // Answered by answerParserFailures.
    clientErrorHandler: () => undefined,
  });
  // Fastify reads text by default. Without that only JSON is taken (415 otherwise), which a form on another site cannot send.
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  app.decorate('identitySecret', identitySecret);
  app.decorate('calls', []);
  app.decorateRequest('arrivedAt', 0);
  app.decorateRequest('sentBody', '');
  app.decorateRequest('identity', null);
  app.addHook('onRequest', async (request) => {
    request.arrivedAt = performance.now();
    if (!namesItsHost(request.raw)) throw malformed();
    const given = header(request.headers[identityHeader]);
    request.identity = given ? verifyIdentity(given, identitySecret, { service }) : null;
  });

  lingerAfterEarlyAnswers(app.server);
  answerParserFailures(app.server, securityHeaders);
  app.addHook('onSend', (_, reply, payload, done) => {
    whenSettled(reply.raw, (isEarly) => {
      if (isEarly) reply.header('connection', 'close');
      done(null, payload);
    });
  });
  app.setErrorHandler((error, request, reply) => {
    const coded = toCodedError(error);
    // What we refuse on purpose, such as too much work at once, has no cause and is not logged: a flood of requests must not
    // flood the log.
    const fault = error === coded ? coded.cause : error;
    if (coded.status >= 500 && fault) {
      request.log.error({ err: fault, url: request.routeOptions.url }, coded.message);
    }
    return answerFailure(coded, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    answerFailure(new CodedError(404, 'request.not_found', 'Not found.'), request, reply),
  );

  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Nightshelf: ${service}`, version: '1' },
      components: { securitySchemes },
    },
    transform: documented,
  });
  let document: object | undefined;
  app.get(`/api/docs/${service}.json`, { schema: { hide: true } }, () => {
    document ??= completeDocument(app.swagger(), app.calls);
    return document;
  });
  return app;
}

const malformed = () => new CodedError(400, 'request.malformed', 'The request could not be understood.');

const header = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Clients send the JSON content type even without a body. Where a body is needed, its absence fails validation. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.sentBody = body;
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  });
}
