import type { ReactNode } from 'react';
import { Scene, type SceneName } from './scene.tsx';

interface EmptyStateProps {
  readonly scene: SceneName;
  readonly title: string;
  readonly text?: ReactNode;
  /** One clear next action. */
  readonly action?: ReactNode;
  /** Screen readers announce an error immediately. */
  readonly tone?: 'empty' | 'error';
  readonly headingLevel?: 1 | 2 | 3;
}

/** A page or panel with nothing to show, or an error: a drawing, an explanation and one action. */
export function EmptyState({ scene, title, text, action, tone = 'empty', headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      role={tone === 'error' ? 'alert' : undefined}
      className="flex flex-col items-center px-4 py-12 text-center sm:py-16"
    >
      <Scene name={scene} />
      <Heading tabIndex={headingLevel === 1 ? -1 : undefined} className="mt-6 text-xl">
        {title}
      </Heading>
      {text !== undefined && <div className="mt-2 max-w-prose text-ink-2">{text}</div>}
      {action !== undefined && <div className="mt-6 flex max-w-full flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
