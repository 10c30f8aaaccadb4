import { services } from '@nightshelf/local/product/topology.ts';
import { z } from 'zod';

/** The calls of one service. */
export interface Part {
  readonly service: string;
  /** Address of its OpenAPI document. */
  readonly document: string;
  /** For example `GET /api/games/library/{id}`. */
  readonly calls: readonly string[];
  /** The calls that accept an API token. */
  readonly tokenCalls: readonly string[];
}

const operation = z.object({ security: z.array(z.record(z.string(), z.unknown())).default([]) });

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/**
 * Returns the calls of the services, without the gateway's event stream, which never ends and is limited per user.
 * @param url the product's origin
 */
export function parts(url: string): Promise<Part[]> {
  return Promise.all(
    services.map(async (service) => {
      const document = `${url}/api/docs/${service}.json`;
      const { paths } = openApi.parse(await (await fetch(document)).json());
      const described = Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { security }]) => ({
          call: `${method.toUpperCase()} ${path}`,
          takesToken: security.some(({ token }) => token),
        })),
      );
      const calls = described.map(({ call }) => call);
      const tokenCalls = described.filter(({ takesToken }) => takesToken).map(({ call }) => call);
      return { service, document, calls, tokenCalls };
    }),
  );
}
