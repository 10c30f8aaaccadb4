import { X } from 'lucide-react';
import * as Primitive from 'radix-ui/dialog';
import { type ReactNode, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { useDialogHistory } from '../../lib/use-dialog-history.ts';

interface DialogProps {
  readonly title: string;
  /** Screen readers read it with the title; for dialogs that open by themselves. */
  readonly description?: string;
  readonly children: ReactNode;
  /** Called on Back, Escape, the close button and a click outside. Returning false keeps the dialog open. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most have nothing to say
  readonly onClose: () => void | boolean;
  readonly size?: keyof typeof widths;
}

const widths = {
  normal: 'max-w-md',
  wide: 'max-w-4xl',
  /** For a picture: the largest 16:9 that fits the window. */
  screen: 'max-w-[min(96rem,calc((100dvh-12rem)*16/9))] min-w-[min(100%,20rem)]',
};

/**
 * A modal dialog: it traps focus, closes on Back, Escape, its button and a click outside, and returns focus to its
 * opener. Mount it only while it is open, and only from a route's own chunk. It avoids parts of Radix that write inline
 * styles, which the CSP forbids.
 */
export function Dialog({ title, description, children, onClose, size = 'normal' }: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  useDialogHistory(onClose);
  const focusOpener = (event: Event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
  };
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        {/* Radix's overlay locks scrolling with an inline style sheet, which our CSP forbids; base.css does it
            instead. */}
        <div className="fixed inset-0 z-40 grid grid-cols-1 place-items-center overflow-y-auto overscroll-contain bg-[oklch(0.1_0.02_268/0.72)] p-3 sm:p-6">
          <Primitive.Content
            {...(description === undefined && { 'aria-describedby': undefined })}
            onCloseAutoFocus={focusOpener}
            className={cx('rises relative w-full rounded-2xl bg-surface-1 text-ink-1 shadow-lift', widths[size])}
          >
            <div className="flex items-start justify-between gap-4 p-4 sm:px-6 sm:pt-5">
              <Primitive.Title className="pt-1.5 text-xl" dir="auto">
                {title}
              </Primitive.Title>
              <Primitive.Close
                aria-label="Close"
                className="-mr-2 flex size-11 shrink-0 items-center justify-center rounded-lg text-ink-2 hover:bg-surface-2 hover:text-ink-1"
              >
                <X aria-hidden="true" className="size-5" />
              </Primitive.Close>
            </div>
            <div className="px-4 pb-5 sm:px-6 sm:pb-6">
              {description !== undefined && (
                <Primitive.Description className="mb-5 text-ink-2">{description}</Primitive.Description>
              )}
              {children}
            </div>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
