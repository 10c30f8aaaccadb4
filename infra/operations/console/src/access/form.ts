import type { FastifyInstance, FastifyRequest } from 'fastify';

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
}

/** The fields of a form; none when something else was sent. */
export const formOf = ({ body }: Pick<FastifyRequest, 'body'>) =>
  body instanceof URLSearchParams ? body : new URLSearchParams();
