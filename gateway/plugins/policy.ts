import type { Handler } from '../src/http/exchange.ts';
import type { Runtime } from '../src/runtime.ts';

/** A step of a pipeline in gateway.config.yml, named there, its parameters under `action`. */
export interface Policy<Parameters = never> {
  readonly name: string;
  /** JSON schema properties of the parameters: wrong ones keep the gateway from starting. */
  readonly properties?: Readonly<Record<string, object>>;
  /** Called for each place of the policy in a pipeline, when the gateway starts. */
  readonly create: (runtime: Runtime, parameters: Parameters) => Handler;
}
