/**
 * What the alert rules want of kube-state-metrics, which no registry of packages has: figures of autoscalers, Jobs and Deployments; and
 * of cert-manager, which has not been here either: until when certificates are good, by the names of their Secrets.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

interface Item {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly maxReplicas?: number };
  readonly data?: Readonly<Record<string, string>>;
  readonly status?: {
    readonly desiredReplicas?: number;
    readonly readyReplicas?: number;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

async function list(path: string): Promise<readonly Item[]> {
  const token = readFileSync('/var/run/secrets/kubernetes.io/serviceaccount/token', 'utf8');
  const response = await fetch(`https://kubernetes.default.svc/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { items: readonly Item[] }).items;
}

async function figures(): Promise<string> {
  const lines: string[] = [];
  for (const { metadata, spec, status } of await list('apis/autoscaling/v2/horizontalpodautoscalers')) {
    const labels = `{namespace="${metadata.namespace}",horizontalpodautoscaler="${metadata.name}"}`;
    lines.push(`kube_horizontalpodautoscaler_spec_max_replicas${labels} ${spec.maxReplicas ?? 0}`);
    lines.push(`kube_horizontalpodautoscaler_status_desired_replicas${labels} ${status?.desiredReplicas ?? 0}`);
  }
  for (const { metadata, status } of await list('apis/batch/v1/jobs')) {
    const failed = status?.conditions?.some(({ type, status }) => type === 'Failed' && status === 'True') ? 1 : 0;
    const labels = `{namespace="${metadata.namespace}",job_name="${metadata.name}",condition="true"}`;
    lines.push(`kube_job_failed${labels} ${failed}`);
  }
  for (const { metadata, status } of await list('apis/apps/v1/deployments')) {
    const labels = `{namespace="${metadata.namespace}",deployment="${metadata.name}"}`;
    lines.push(`kube_deployment_status_replicas_ready${labels} ${status?.readyReplicas ?? 0}`);
    const stuck = status?.conditions?.some(({ type, status }) => type === 'Progressing' && status === 'False') ? 1 : 0;
    const condition = `${labels.slice(0, -1)},condition="Progressing",status="false"}`;
    lines.push(`kube_deployment_status_condition${condition} ${stuck}`);
  }
  for (const { metadata, data } of await list('api/v1/secrets')) {
    const certificate = data?.['tls.crt'];
    if (!certificate) continue;
    const ends = new X509Certificate(Buffer.from(certificate, 'base64')).validToDate.getTime() / 1000;
    const labels = `{namespace="${metadata.namespace}",name="${metadata.name}"}`;
    lines.push(`certmanager_certificate_expiration_timestamp_seconds${labels} ${ends}`);
  }
  return `${lines.join('\n')}\n`;
}

createServer((_request, response) => {
  figures().then(
    (text) => response.setHeader('content-type', 'text/plain; version=0.0.4').end(text),
    (error: unknown) => response.writeHead(503).end(String(error)),
  );
}).listen(8080);
