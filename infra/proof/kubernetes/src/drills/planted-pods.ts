/** Any image that has Node and is in the cluster. */
const imageOf = (tag: string) => `nightshelf/simulator:${tag}`;

const idle = ['node', '-e', 'setInterval(() => {}, 60_000)'];

/** A pod that keeps the rules for pods and bears no label that any policy knows. */
export const stranger = (tag: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'stranger' },
    spec: {
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'app',
          image: imageOf(tag),
          imagePullPolicy: 'IfNotPresent',
          command: idle,
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  });

/** A pod that owns its node. */
export const privilegedPod = (tag: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'privileged' },
    spec: {
      containers: [{ name: 'app', image: imageOf(tag), command: idle, securityContext: { privileged: true } }],
    },
  });
