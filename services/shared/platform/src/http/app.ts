import { randomUUID } from 'node:crypto';
import swagger from '@fastify/swagger';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { CodedError } from '../errors/coded-error.ts';
import { failureBody, toCodedError } from '../errors/error-answer.ts';
import type { Logger } from '../logging/logger.ts';
import { completeDocument, securitySchemes } from './complete-document.ts';
import { lingerAfterEarlyAnswers, whenSettled } from './early-answer.ts';
import { apiHeaders, namesItsHost } from './headers.ts';
import { identityHeader, verifyIdentity } from './identity.ts';
import { answerParserFailures } from './parser-failures.ts';

interface HttpAppOptions {
  readonly service: string;
  readonly identitySecret: string;
  readonly publicOrigin: string;
  readonly logger: FastifyBaseLogger;
}

const bodyLimit = 1024 * 1024;

/** Longer than the gateway reuses an idle connection, so that it never writes to one that is being closed. */
const keepAliveMs = 65_000;

/** Creates the HTTP server of a service without routes: validation, identity, errors, OpenAPI. */
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
    // Limits clients that send a request very slowly.
    requestTimeout: 30_000,
    genReqId: (request) => header(request.headers['x-request-id']) ?? randomUUID(),
    forceCloseConnections: 'idle',
    // Longer than any request line, so that a call's own schema validates its parameters.
    routerOptions: { maxParamLength: 16_384 },
    // Checked below.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => answerFailure(toCodedError(error), request, reply),
    // Handled by answerParserFailures.
    clientErrorHandler: () => undefined,
  });
  // Without the default text parser only JSON is accepted (415 otherwise), which a form on another site cannot send.
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
    // A deliberate refusal, such as overload, has no cause and is not logged, so that a flood of requests does not
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
    transform: jsonSchemaTransform,
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

/** Clients send the JSON content type even without a body; validation rejects a missing body where one is required. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    request.sentBody = body;
    if (body === '') done(null, undefined);
    else parse(request, body, done);
  });
}

/** Logs each request at debug level, as the gateway does. */
export function logRequests(app: FastifyInstance, logger: Logger): void {
  if (!logger.isLevelEnabled('debug')) return;
  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime: milliseconds }) => {
    const { method, routeOptions } = request;
    request.log.debug({ method, route: routeOptions.url, status, milliseconds }, 'Answered');
  });
}
