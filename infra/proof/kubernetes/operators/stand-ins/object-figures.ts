/** What the alert rules want of kube-state-metrics, which no registry of packages has: figures of autoscalers, Jobs and Deployments. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

interface Item {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly maxReplicas?: number };
  readonly status?: {
    readonly desiredReplicas?: number;
    readonly readyReplicas?: number;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

async function list(path: string): Promise<readonly Item[]> {
  const token = readFileSync('/var/run/secrets/kubernetes.io/serviceaccount/token', 'utf8');
  const response = await fetch(`https://kubernetes.default.svc/apis/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { items: readonly Item[] }).items;
}

async function figures(): Promise<string> {
  const lines: string[] = [];
  for (const { metadata, spec, status } of await list('autoscaling/v2/horizontalpodautoscalers')) {
    const labels = `{namespace="${metadata.namespace}",horizontalpodautoscaler="${metadata.name}"}`;
    lines.push(`kube_horizontalpodautoscaler_spec_max_replicas${labels} ${spec.maxReplicas ?? 0}`);
    lines.push(`kube_horizontalpodautoscaler_status_desired_replicas${labels} ${status?.desiredReplicas ?? 0}`);
  }
  for (const { metadata, status } of await list('batch/v1/jobs')) {
    const failed = status?.conditions?.some(({ type, status }) => type === 'Failed' && status === 'True') ? 1 : 0;
    const labels = `{namespace="${metadata.namespace}",job_name="${metadata.name}",condition="true"}`;
    lines.push(`kube_job_failed${labels} ${failed}`);
  }
  for (const { metadata, status } of await list('apps/v1/deployments')) {
    const labels = `{namespace="${metadata.namespace}",deployment="${metadata.name}"}`;
    lines.push(`kube_deployment_status_replicas_ready${labels} ${status?.readyReplicas ?? 0}`);
  }
  return `${lines.join('\n')}\n`;
}

createServer((_request, response) => {
  figures().then(
    (text) => response.setHeader('content-type', 'text/plain; version=0.0.4').end(text),
    (error: unknown) => response.writeHead(503).end(String(error)),
  );
}).listen(8080);
