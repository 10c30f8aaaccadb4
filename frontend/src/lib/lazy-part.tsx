import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { noteFailedLoad } from './failed-loads.ts';

type AnyPart = ComponentType<object>;

interface NewestProps {
  readonly of: () => AnyPart;
  readonly given: object;
}

/** For as long as it is shown it stays what it was at first: another component would lose what it holds. */
function Newest({ of, given }: NewestProps) {
  const [Part] = useState(of);
  return <Part {...given} />;
}

/** A part of a page in a file of its own. When that did not arrive, the next that needs the part asks for it again. */
export function lazyPart<Part extends (given: never) => ReactNode>(
  load: () => Promise<{ readonly default: Part }>,
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
  const part = (given: object) => <Newest of={() => newest} given={given} />;
  return part as unknown as Part;
}
