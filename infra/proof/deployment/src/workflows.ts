import { registerHooks } from 'node:module';
import { parse } from 'yaml';

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
}

export interface Job {
  readonly uses?: string;
  readonly 'timeout-minutes'?: number;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

export interface Workflow {
  readonly permissions?: object;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

export const parsedWorkflow = (text: string) => parse(text) as Workflow;

export const stepsOf = (text: string): readonly Step[] =>
  Object.values(parsedWorkflow(text).jobs).flatMap(({ steps = [] }) => steps);

/** GitHub's parser, which imports its schema in the way of bundlers: Node wants to be told that it is JSON. */
async function githubsParser() {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      return found.url.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
    },
  });
  try {
    return await import('@actions/workflow-parser');
  } finally {
    hooks.deregister();
  }
}

/** What GitHub's own parser has to say against a workflow: of its form, its expressions, and jobs that wait for none. */
export async function workflowFaults(name: string, content: string): Promise<string[]> {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await githubsParser();
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}
