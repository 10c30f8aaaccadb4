import { z } from 'zod';

/** Responses other than JSON have no schema. */
const schema = z.unknown().optional();

const media = z.record(z.string(), z.object({ schema }));

const operation = z.object({
  summary: z.string().default(''),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema }))
    .default([]),
  requestBody: z.object({ content: media }).optional(),
  responses: z.record(z.string(), z.object({ content: media.optional() })).default({}),
});

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly guarded: boolean;
  /** The scope that an API token needs; undefined when the call accepts no token. */
  readonly scope: string | undefined;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  /** JSON schemas. */
  readonly body: unknown;
  readonly answers: readonly { readonly status: string; readonly schema: unknown }[];
}

export interface ServiceDocument {
  readonly service: string;
  /** Null when the service did not respond. */
  readonly operations: readonly Operation[] | null;
}

/** Extracts the parts of a service's OpenAPI document that the page shows. */
export function readDocument(service: string, document: unknown): ServiceDocument {
  const parsed = openApi.safeParse(document);
  if (!parsed.success) return { service, operations: null };
  const operations = Object.entries(parsed.data.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary, security, parameters, requestBody, responses }]) => ({
      method: method.toUpperCase(),
      path,
      summary,
      guarded: security.some(({ session }) => session),
      scope: security.flatMap(({ token }) => token ?? [])[0],
      parameters,
      body: requestBody?.content['application/json']?.schema,
      answers: Object.entries(responses).map(([status, { content }]) => ({
        status,
        schema: content?.['application/json']?.schema,
      })),
    })),
  );
  return { service, operations };
}
