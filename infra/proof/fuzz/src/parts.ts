import { services } from '@nightshelf/local/product/topology.ts';

/** What one service answers. */
export interface Part {
  readonly service: string;
  /** Where its OpenAPI document is. */
  readonly document: string;
  /** How many calls it describes. */
  readonly calls: number;
}

/** @param url the product's origin */
export function parts(url: string): Promise<Part[]> {
  return Promise.all(
    services.map(async (service) => {
      const document = `${url}/api/docs/${service}.json`;
      const { paths } = (await (await fetch(document)).json()) as { paths: Record<string, object> };
      const calls = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
      return { service, document, calls };
    }),
  );
}
