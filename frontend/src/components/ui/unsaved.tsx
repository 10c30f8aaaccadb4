import { useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { MessageBox } from './message-box.tsx';

/**
 * Keeps a dialog open while it has unsaved changes, and asks.
 * @returns the open question to render, and the dialog's `onClose`
 */
export function useUnsaved(isChanged: () => boolean, onClose: () => void) {
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    if (!isChanged()) return onClose();
    setAsking(true);
    return false;
  };
  return [isAsking && <Unsaved onKeep={() => setAsking(false)} onDiscard={onClose} />, leave] as const;
}

/** Asks before a dialog with unsaved changes closes. */
function Unsaved({ onKeep, onDiscard }: { readonly onKeep: () => void; readonly onDiscard: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <MessageBox tone="notice" className="mb-4">
      <p>Your changes are not saved yet.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button ref={keep} size="small" onClick={onKeep} className="bg-surface-3">
          Keep editing
        </Button>
        <Button size="small" look="plain" onClick={onDiscard}>
          Discard changes
        </Button>
      </div>
    </MessageBox>
  );
}
