import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dockerAnswers, dockerHasImage, findProgram, Refusal } from '../process/tools.ts';

export const kafkaImage = 'apache/kafka:4.2.0';

type KafkaSource = 'docker' | 'java';

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

const checkoutRoot = join(import.meta.dirname, '../../../../..');

const project = join(import.meta.dirname, '..', '..', 'kafka');

export const loggingConfiguration = join(project, 'log4j2.properties');

/** Folder of the broker's jars (43 MB): `.cache/kafka-4.2.0` of the checkout, or KAFKA_CACHE_DIR. */
const jarFolder = () => process.env.KAFKA_CACHE_DIR ?? join(checkoutRoot, '.cache', 'kafka-4.2.0');

const jarsAreThere = () => existsSync(jarFolder());

/**
 * Fetches the broker's jars once through Maven.
 * @returns its class path
 */
export function kafkaClassPath(): string {
  const folder = jarFolder();
  if (!jarsAreThere()) {
    console.log('Fetching Kafka 4.2.0 through Maven; only the first start takes this long.');
    fetchJars(join(project, 'pom.xml'), folder);
  }
  return join(folder, '*');
}

/**
 * Fetches the jars that a pom.xml names through Maven.
 * @param folder their destination; must not exist
 * @throws with Maven's output
 */
export function fetchJars(pom: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  // Moved into place only when complete, so that an interrupted download never looks finished.
  const unfinished = mkdtempSync(`${folder}-`);
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${unfinished}`];
  const { status, stdout } = spawnSync('mvn', ['-B', '-q', '-ntp', '-f', pom, ...goal], { encoding: 'utf8' });
  if (status !== 0) {
    rmSync(unfinished, { recursive: true });
    throw new Error(`Maven could not fetch what ${pom} names:\n${stdout}`);
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
}
