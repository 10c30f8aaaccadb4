import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { goTool, hasGo } from './go-tools.ts';
import type { Resource } from './resource.ts';

/** Where the manifests are: k8s/. */
export const manifests = join(import.meta.dirname, '../../../../k8s');

const hasKubectl = () => spawnSync('kubectl', ['version', '--client']).status === 0;

/** Whether manifests can be rendered: by kubectl, or by a program of our own that Go builds. */
export const canRender = () => hasKubectl() || hasGo();

/**
 * What `kubectl apply -k` would apply, as text.
 * @param folder within k8s/, such as overlays/dev
 * @throws when kustomize refuses it
 */
export const renderText = (folder: string): string => renderFolder(join(manifests, folder));

/** As `renderText`, of any folder. */
export function renderFolder(path: string): string {
  const [command, args] = hasKubectl() ? ['kubectl', ['kustomize', path]] : [goTool('render'), [path]];
  return execFileSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** The YAML of Kubernetes and Helm, to which `off` is false and `yes` is true. */
export const ofKubernetes = { version: '1.1' } as const;

/** The resources in a text of YAML; documents of comments alone are left out. */
export function parseResources(text: string): Resource[] {
  const documents = parseAllDocuments(text, ofKubernetes).map((document) => document.toJS() as Resource | null);
  return documents.filter((document) => document !== null);
}
