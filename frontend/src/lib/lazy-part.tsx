import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { noteFailedLoad } from './failed-loads.ts';

type AnyPart = ComponentType<object>;

interface KeepsFirstProps {
  readonly of: () => AnyPart;
  readonly given?: object;
}

/** Renders the part that was current at mount; a later one would reset the state. */
export function KeepsFirst({ of, given }: KeepsFirstProps) {
  const [Part] = useState(of);
  return <Part {...given} />;
}

/**
 * A part of a page in its own chunk. A failed load is retried on the next use.
 * @param name the component's name in the loaded module
 * @param fallback shown while the part loads
 */
export function lazyPart<Name extends string, Module extends { readonly [name in Name]: (given: never) => ReactNode }>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
): Module[Name] {
  const attempt = () =>
    lazy(async () => {
      try {
        return { default: (await load())[name] as unknown as AnyPart };
      } catch (error) {
        noteFailedLoad(forget);
        throw error;
      }
    });
  let newest = attempt();
  const forget = () => {
    newest = attempt();
  };
  const part = (given: object) => (
    <Suspense fallback={fallback}>
      <KeepsFirst of={() => newest} given={given} />
    </Suspense>
  );
  return part as unknown as Module[Name];
}
