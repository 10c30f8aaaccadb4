import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { type Resource, titleOf } from '../resource.ts';

/** One line of the schema files: the schema of a kind (`apps/v1 Deployment`) or of a part that several use. */
export interface StoredSchema {
  /** A path, by which schemas refer to each other. */
  readonly name: string;
  readonly kinds: readonly string[];
  readonly schema: Record<string, unknown>;
}

const folder = join(import.meta.dirname, '../../schemas');

/** The API servers' own schemas, closed: a field that is not theirs is a fault. */
export class ManifestSchemas {
  readonly #ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, logger: false });
  readonly #nameOf = new Map<string, string>();

  constructor() {
    for (const file of ['kubernetes.jsonl', 'operators.jsonl']) {
      for (const line of readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean)) {
        const { name, kinds, schema } = JSON.parse(line) as StoredSchema;
        this.#ajv.addSchema(schema, name);
        for (const kind of kinds) this.#nameOf.set(kind, name);
      }
    }
  }

  /** What is wrong with a resource, one line each. */
  faultsOf(resource: Resource): string[] {
    const validate = this.#validatorOf(resource);
    if (!validate) return [`${titleOf(resource)}: no schema of ${resource.apiVersion} ${resource.kind}`];
    if (validate(resource)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      const which = 'additionalProperty' in params ? ` (${params.additionalProperty})` : '';
      return `${titleOf(resource)}${instancePath}: ${message}${which}`;
    });
  }

  #validatorOf({ apiVersion, kind }: Resource): ValidateFunction | undefined {
    const name = this.#nameOf.get(`${apiVersion} ${kind}`);
    return name === undefined ? undefined : this.#ajv.getSchema(name);
  }
}
