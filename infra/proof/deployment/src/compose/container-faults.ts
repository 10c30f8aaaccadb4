import { type ComposeFile, type ComposeService, isOneShot, isOurs } from './compose-file.ts';

/** Has to write beside its programs when it starts. */
const writesItsRoot = ['apache/kafka'];

/** A version or a series with its number; nginx has its stable series under a name alone. */
const numberedTag = /:(v?\d+(\.\d+)*(-[a-z0-9]+)*|stable-bookworm|\$\{NIGHTSHELF_TAG:-dev\})$/;

/** What of a container is less safe, less definite or less patient than each has to be. */
export function containerFaults({ services }: ComposeFile): string[] {
  return Object.entries(services).flatMap(([name, service]) => faultsOf(service).map((fault) => `${name} ${fault}`));
}

function faultsOf(service: ComposeService): string[] {
  const { image = '', ports = [], volumes = [] } = service;
  const root = service.read_only || writesItsRoot.some((known) => image.startsWith(`${known}:`));
  const faults: Readonly<Record<string, boolean>> = {
    [`has an image without a numbered tag: ${image}`]: !numberedTag.test(image),
    'may write its root file system': !root,
    'keeps capabilities': !service.cap_drop?.includes('ALL') || Boolean(service.cap_add?.length),
    'is privileged': service.privileged === true,
    'may gain privileges': !service.security_opt?.includes('no-new-privileges:true'),
    'has no restart policy': service.restart === undefined || service.restart === 'no',
    'reaches the engine that runs it': volumes.some((volume) => JSON.stringify(volume).includes('docker.sock')),
    'is on the network of the machine': service.network_mode === 'host',
    'is not checked for its health': !isChecked(service),
  };
  const open = ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `listens beyond loopback: ${port}`);
  return [...Object.keys(faults).filter((fault) => faults[fault]), ...open];
}

/** Our images bring a check of their own. */
function isChecked(service: ComposeService): boolean {
  if (isOneShot(service)) return true;
  return service.healthcheck ? service.healthcheck.disable !== true : isOurs(service);
}
