import { execFileSync } from 'node:child_process';

/**
 * Prepares the data folder that `configuration` names for a new cluster.
 * @param java arguments of a Java that has Kafka on its class path
 * @param clusterId 16 bytes, base64url
 */
export function formatStorage(java: readonly string[], configuration: string, clusterId: string): void {
  const format = ['kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', configuration];
  execFileSync('java', [...java, ...format], { stdio: 'pipe' });
}
