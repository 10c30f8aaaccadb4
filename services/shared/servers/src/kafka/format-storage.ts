import { execFileSync } from 'node:child_process';

/**
 * Prepares the data folder that `configuration` names for a new cluster.
 * @param java arguments of a Java with Kafka on its class path
 * @param clusterId 16 bytes, base64url
 * @param user may sign in with a password that the brokers store
 */
export function formatStorage(
  java: readonly string[],
  configuration: string,
  clusterId: string,
  user?: { readonly username: string; readonly password: string },
): void {
  const kept = (mechanism: string) =>
    user ? ['--add-scram', `${mechanism}=[name=${user.username},password=${user.password}]`] : [];
  const users = [...kept('SCRAM-SHA-256'), ...kept('SCRAM-SHA-512')];
  const format = ['kafka.tools.StorageTool', 'format', `--cluster-id=${clusterId}`, '-c', configuration, ...users];
  execFileSync('java', [...java, ...format], { stdio: 'pipe' });
}
