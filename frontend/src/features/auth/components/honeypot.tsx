import type { Ref } from 'react';
import { authTexts } from '../texts.ts';

/** Honeypot: a field that people cannot see or reach, and that bots fill in. */
export function Honeypot({ name, ref }: { readonly name: string; readonly ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <label>
        {authTexts.register.leaveEmpty}
        <input ref={ref} name={name} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
