import { spawnSync } from 'node:child_process';
import { dockerAnswers, dockerHasImage } from '../process/docker.ts';
import { findProgram } from '../process/tools.ts';
import { Refusal } from '../refusal.ts';
import { jarsAreThere } from './jars.ts';

export const kafkaImage = 'apache/kafka:4.2.0';

export type KafkaSource = 'docker' | 'java';

/** Returns the source of a broker on this machine: Docker, else Java 17 with Maven; null when there is none. */
export function findKafka(): KafkaSource | null {
  if (dockerAnswers() && dockerHasImage(kafkaImage)) return 'docker';
  return javaRunsKafka() ? 'java' : null;
}

/** Returns whether Java 17 with Maven is available, which some features of a broker need. */
export function javaRunsKafka(): boolean {
  return javaVersion() >= 17 && (jarsAreThere() || findProgram('mvn') !== null);
}

/** @throws an error with instructions when nothing can provide a broker */
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
