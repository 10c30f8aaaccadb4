import { parseDocument } from 'yaml';

/**
 * Returns the chart's values with the registry of this release, keeping their comments.
 * @param registry without the `nightshelf/` that every image has: `ghcr.io/somebody`
 */
export function releasedValues(values: string, registry: string): string {
  const document = parseDocument(values, { version: '1.1' });
  if (document.getIn(['image', 'registry']) !== '') throw new Error('The chart has a registry already');
  document.setIn(['image', 'registry'], registry);
  return document.toString({ lineWidth: 0 });
}
