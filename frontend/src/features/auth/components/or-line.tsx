import { authTexts } from '../texts.ts';

export function OrLine() {
  return (
    <p className="or mt-4 flex items-center gap-4 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line [.or~*>&]:hidden">
      {authTexts.or}
    </p>
  );
}
