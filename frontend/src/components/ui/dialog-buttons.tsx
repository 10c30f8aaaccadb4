import { Button } from './button.tsx';

interface DialogButtonsProps {
  /** Label of the submit button. */
  readonly submit: string;
  readonly busy: boolean;
  readonly onClose: () => void;
}

/** The buttons of a form in a dialog. */
export function DialogButtons({ submit, busy, onClose }: DialogButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" look="primary" busy={busy}>
        {submit}
      </Button>
    </div>
  );
}
