import type { Handler } from '../src/http/exchange.ts';
import type { Runtime } from '../src/runtime.ts';

/** A step of a pipeline in gateway.config.yml, which names it and lists its parameters under `action`. */
export interface Policy<Parameters = never> {
  readonly name: string;
  /** JSON schema properties of the parameters; invalid parameters keep the gateway from starting. */
  readonly properties?: Readonly<Record<string, object>>;
  readonly create: (runtime: Runtime, parameters: Parameters) => Handler;
}
