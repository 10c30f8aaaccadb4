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
 * @param fallback shown while the part loads
 */
export function lazyPart<Part extends (given: never) => ReactNode>(
  load: () => Promise<{ readonly default: Part }>,
  fallback: ReactNode = null,
): Part {
  const attempt = () =>
    lazy(async () => {
      try {
        return (await load()) as unknown as { default: AnyPart };
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
  return part as unknown as Part;
}
