import { escapeXml } from '../images/escape-xml.ts';

export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** Total number of results. */
  readonly total: number;
}

/** Returns the body of a successful response; for a list, with the number of its results. */
export function ok(results: object | readonly object[], page: Page) {
  const { limit, offset, total } = page;
  return {
    error: 'OK',
    limit,
    offset,
    number_of_page_results: Array.isArray(results) ? results.length : 1,
    number_of_total_results: total,
    status_code: 1,
    results,
    version: '1.0',
  };
}

/** Returns the body of an error response, which has no version. */
export const failed = (statusCode: number, error: string) => ({
  error,
  limit: 0,
  offset: 0,
  number_of_page_results: 0,
  number_of_total_results: 0,
  status_code: statusCode,
  results: [],
});

export const invalidKey = failed(100, 'Invalid API Key');
export const objectNotFound = failed(101, 'Object Not Found');
export const urlFormatError = failed(102, 'Error in URL Format');
export const callbackMissing = failed(103, "'jsonp' format requires a 'json_callback' argument");
export const filterError = failed(104, 'Filter Error');
export const rateLimited = failed(107, 'Rate limit exceeded.  Slow down cowboy.');

/** Returns a body as XML, the provider's format for requests that do not ask for JSON. */
export const xml = (body: object) => `<?xml version="1.0" encoding="utf-8"?>\n${element('response', body)}`;

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return `<${name}>${value.map((item) => element('item', item)).join('')}</${name}>`;
  if (value !== null && typeof value === 'object') {
    const inner = Object.entries(value).map(([key, item]) => element(key, item));
    return `<${name}>${inner.join('')}</${name}>`;
  }
  return `<${name}>${value === null || value === undefined ? '' : escapeXml(String(value))}</${name}>`;
}
