import { parse, stringify } from 'yaml';
import type { Cluster } from './cluster.ts';

const label = 'nightshelf.example/drills';

interface Definition {
  readonly metadata: { readonly name: string; labels?: Record<string, string> };
}

/**
 * Makes the kinds that the cluster does not have yet, and waits until it knows them. Those of operators that are installed
 * are left as they are.
 * @param texts CustomResourceDefinitions, as YAML
 */
export async function addDefinitions(cluster: Cluster, texts: readonly string[]): Promise<void> {
  const known = new Set((await cluster.list<Definition>('crd')).map(({ metadata }) => metadata.name));
  const missing = texts.map((text) => parse(text) as Definition).filter(({ metadata }) => !known.has(metadata.name));
  if (missing.length === 0) return;
  for (const { metadata } of missing) metadata.labels = { ...metadata.labels, [label]: 'true' };
  const text = missing.map((each) => `---\n${stringify(each)}`).join('');
  // Larger than what a client-side apply could remember in an annotation.
  await cluster.kubectl(['apply', '--server-side', '-f', '-'], text);
  await cluster.kubectl(['wait', '--for=condition=Established', '--timeout=60s', 'crd', '-l', `${label}=true`]);
}

/** Takes away what `addDefinitions` has made, of this run or of one that was interrupted. */
export async function removeDefinitions(cluster: Cluster): Promise<void> {
  await cluster.attempt(['delete', 'crd', '-l', `${label}=true`, '--ignore-not-found', '--timeout=60s']);
}
