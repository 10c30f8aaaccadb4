import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { playTexts as texts } from './texts.ts';

export interface PlayFormProps {
  readonly label: string;
  readonly submitLabel: string;
  /** Called on Cancel or Escape. */
  readonly onCancel: () => void;
  /** Replaces the Cancel button. */
  readonly discard?: { readonly label: string; readonly onClick: () => void };
}

interface FrameProps extends PlayFormProps {
  readonly form: ComponentProps<'form'>;
  readonly children: ReactNode;
}

export const PlayForm = ({ label, submitLabel, onCancel, discard, form, children }: FrameProps) => (
  <form {...form} aria-label={label} className="space-y-3">
    {children}
    <div className="flex flex-wrap gap-2 pt-1">
      <Button type="submit" look="primary" size="small">
        {submitLabel}
      </Button>
      <Button size="small" onClick={discard?.onClick ?? onCancel}>
        {discard?.label ?? texts.cancel}
      </Button>
    </div>
  </form>
);
