import { spawnSync } from 'node:child_process';
import { dockerAnswers, dockerHasImage } from '../process/docker.ts';
import { findProgram } from '../process/tools.ts';
import { Refusal } from '../refusal.ts';
import { jarsAreThere } from './jars.ts';

export const kafkaImage = 'apache/kafka:4.2.0';

export type KafkaSource = 'docker' | 'java';

/** Where a broker comes from on this machine: Docker, else Java 17 with Maven; null when neither can provide it. */
export function findKafka(): KafkaSource | null {
  if (dockerAnswers() && dockerHasImage(kafkaImage)) return 'docker';
  return javaRunsKafka() ? 'java' : null;
}

/** Whether it can come from Java 17 with Maven, whatever else is there: some of what a broker can do only such a one shows. */
export function javaRunsKafka(): boolean {
  return javaVersion() >= 17 && (jarsAreThere() || findProgram('mvn') !== null);
}

/** @throws an error that says what to do when nothing can provide a broker */
export function requireKafka(): KafkaSource {
  const source = findKafka();
  if (source) return source;
  throw new Refusal(
    'Kafka is missing. Do one of these and start again: set KAFKA_BROKERS to a running Kafka; start a Docker engine; ' +
      'install Java 17 and Maven (Debian/Ubuntu `sudo apt-get install openjdk-17-jre-headless maven`); ' +
      'or use EVENT_BUS=redis.',
  );
}

/** @returns the major version, 0 without Java */
function javaVersion(): number {
  const { stderr, status } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return status === 0 ? Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) : 0;
}
