import { Dialog } from '../../../components/ui/dialog.tsx';
import { keysTexts as texts } from './texts.ts';

/** Dialog with all keyboard shortcuts of the vault. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div className="space-y-5">
        {texts.groups.map(({ name, keys }) => (
          <section key={name}>
            <h3 className="mb-1.5 text-sm text-ink-2">{name}</h3>
            <dl className="divide-y divide-line">
              {keys.map(({ keys: caps, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 py-2">
                  <dd className="order-first min-w-0 text-sm">{does}</dd>
                  <dt className="flex shrink-0 gap-1">
                    {caps.map((cap) => (
                      <kbd
                        key={cap}
                        className="min-w-6 rounded-md bg-surface-3 px-1.5 py-0.5 text-center font-sans text-xs text-ink-1"
                      >
                        {cap}
                      </kbd>
                    ))}
                  </dt>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
