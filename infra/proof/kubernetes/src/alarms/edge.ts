import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '../cluster/cluster.ts';
import { run } from '../cluster/run.ts';
import type { Provocation } from './provocation.ts';

const name = 'nightshelf-certificate';

interface Secret {
  readonly data: Readonly<Record<'tls.crt' | 'tls.key', string>>;
}

let kept: Secret | undefined;

/** By the one that is there, which signed itself and is trusted for that. */
async function signed(by: Secret, days: number): Promise<Secret> {
  const folder = mkdtempSync(join(tmpdir(), 'nightshelf-edge-'));
  const path = (file: string) => join(folder, file);
  try {
    writeFileSync(path('authority'), Buffer.from(by.data['tls.crt'], 'base64'));
    writeFileSync(path('authority-key'), Buffer.from(by.data['tls.key'], 'base64'));
    const text = await run('openssl', [
      ...['req', '-x509', '-CA', path('authority'), '-CAkey', path('authority-key'), '-days', `${days}`],
      ...['-newkey', 'rsa:2048', '-nodes', '-keyout', path('key')],
      ...['-subj', '/CN=renewed', '-addext', 'subjectAltName=DNS:nightshelf.example'],
    ]);
    const encoded = (content: string | Buffer) => Buffer.from(content).toString('base64');
    return { data: { 'tls.crt': encoded(text), 'tls.key': encoded(readFileSync(path('key'))) } };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const put = (edge: Cluster, { data }: Secret) =>
  edge.kubectl(['patch', 'secret', name, '-p', JSON.stringify({ data })]);

async function renewed(edge: Cluster, days: number): Promise<void> {
  kept ??= await edge.get<Secret>('secret', name);
  await put(edge, await signed(kept, days));
}

const certificate = (what: string, days: number, fires: readonly string[]): Provocation => ({
  name: what,
  fires,
  begin: async ({ cluster }) => renewed(cluster.within('edge'), days),
  end: async ({ cluster }) => {
    if (kept) await put(cluster.within('edge'), kept);
  },
});

const scaled = (what: string, { namespace, deployment, pods }: Away, fires: readonly string[]): Provocation => {
  const to = async (cluster: Cluster, replicas: number) => {
    const within = namespace ? cluster.within(namespace) : cluster;
    await within.kubectl(['scale', 'deployment', deployment, `--replicas=${replicas}`]);
  };
  return {
    name: what,
    fires,
    begin: async ({ cluster }) => to(cluster, 0),
    end: async ({ cluster }) => to(cluster, pods),
  };
};

interface Away {
  readonly namespace?: string;
  readonly deployment: string;
  readonly pods: number;
}

/** Where the component `outside-probe` and traefik are (../../trial-observed). */
export const edge: readonly Provocation[] = [
  scaled('nobody answers at the public address', { namespace: 'edge', deployment: 'traefik', pods: 2 }, [
    'OutsideProbeFails',
  ]),
  scaled('nobody looks from outside', { deployment: 'outside-probe', pods: 1 }, ['OutsideProbeUnseen']),
  certificate('the public certificate is one of a week', 7, ['PublicCertificateExpires']),
  certificate('the public certificate is one of a day', 1, ['PublicCertificateExpires', 'PublicCertificateEnds']),
];
