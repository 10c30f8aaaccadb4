import { join } from 'node:path';
import { checkoutRoot } from '@nightshelf/local/root.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { run } from '../cluster/run.ts';
import type { Provocation } from './provocation.ts';

const certificates = join(checkoutRoot, 'infra/proof/kubernetes/trial/certificates');
const renewed = (days: number) => run('env', [`DAYS=${days}`, certificates]);

/** A Job that has no chance. */
const hopeless = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'alarms' },
  spec: {
    backoffLimit: 0,
    template: {
      spec: {
        restartPolicy: 'Never',
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 999, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            name: 'false',
            image: 'redis:7-bookworm',
            imagePullPolicy: 'IfNotPresent',
            command: ['false'],
            resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '16Mi' } },
            securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          },
        ],
      },
    },
  },
};

const mostPods = async (cluster: Cluster, replicas: number) => {
  const patch = JSON.stringify({ spec: { maxReplicas: replicas } });
  await cluster.kubectl(['patch', 'hpa', 'library-http', '--type=merge', '-p', patch]);
};

const limitOfAuthority = async (cluster: Cluster, from: string, to: string) => {
  const rules = await cluster.get<object>('prometheusrule', 'nightshelf-postgresql');
  await cluster.kubectl(['replace', '-f', '-'], JSON.stringify(rules).replace(from, to));
};

export const wholeCluster: readonly Provocation[] = [
  {
    name: 'a Job fails',
    fires: ['JobFailed'],
    begin: async ({ cluster }) => void (await cluster.kubectl(['apply', '-f', '-'], JSON.stringify(hopeless))),
    end: async ({ cluster }) => void (await cluster.kubectl(['delete', 'job', 'alarms'])),
  },
  {
    name: 'an autoscaler may have no more pods than there are',
    fires: ['AutoscalerAtMaximum'],
    begin: async ({ cluster }) => mostPods(cluster, 2),
    end: async ({ cluster }) => mostPods(cluster, 8),
  },
  {
    name: 'certificates of a week',
    fires: ['CertificateExpires'],
    begin: async () => void (await renewed(7)),
    end: async () => void (await renewed(90)),
  },
  {
    name: 'certificates of a day',
    fires: ['CertificateEnds'],
    begin: async () => void (await renewed(1)),
    end: async () => void (await renewed(90)),
  },
  {
    // CloudNativePG leaves no authority that has so little time: the limit is raised instead.
    name: 'PostgreSQL’s authority of less time than is asked for',
    fires: ['DatabaseAuthorityExpires'],
    begin: async ({ cluster }) => limitOfAuthority(cluster, '< 432000', '< 432000000'),
    end: async ({ cluster }) => limitOfAuthority(cluster, '< 432000000', '< 432000'),
  },
];
