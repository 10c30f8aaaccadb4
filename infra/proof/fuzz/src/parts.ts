import { services } from '@nightshelf/local/product/topology.ts';
import { z } from 'zod';

/** What one service answers. */
export interface Part {
  readonly service: string;
  /** Where its OpenAPI document is. */
  readonly document: string;
  /** The calls it describes, each as `GET /api/games/library/{id}`. */
  readonly calls: readonly string[];
  /** Those of them that take an API token. */
  readonly tokenCalls: readonly string[];
}

const operation = z.object({ security: z.array(z.record(z.string(), z.unknown())).default([]) });

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

/**
 * Not what the gateway answers itself: a stream has no end to wait for, and with many opened its user would have no room for one
 * more. Its own tests send it what is forbidden.
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
