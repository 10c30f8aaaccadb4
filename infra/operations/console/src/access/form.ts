import type { FastifyInstance, FastifyRequest } from 'fastify';

export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
}

/** Returns the fields of a form, or no fields when the body is not a form. */
export const formOf = ({ body }: Pick<FastifyRequest, 'body'>) =>
  body instanceof URLSearchParams ? body : new URLSearchParams();
