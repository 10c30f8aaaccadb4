import { Dialog } from '../../../components/ui/dialog.tsx';

const texts = {
  title: 'Keyboard',
  groups: [
    {
      name: 'Everywhere',
      keys: [
        { keys: ['Ctrl K', '⌘ K'], does: 'Command palette: go to, find or do' },
        { keys: ['/'], does: 'Search all games' },
        { keys: ['G', 'H'], does: 'Home' },
        { keys: ['G', 'V'], does: 'Vault' },
        { keys: ['G', 'S'], does: 'Search' },
        { keys: ['G', 'T'], does: 'Tonight: what to play' },
        { keys: ['G', 'U'], does: 'Users' },
        { keys: ['G', 'P'], does: 'Profile' },
        { keys: ['?'], does: 'This overview' },
        { keys: ['Ctrl Z', '⌘ Z'], does: 'Undo the last change' },
      ],
    },
    {
      name: 'Anywhere in the vault',
      keys: [
        { keys: ['G'], does: 'To the games' },
        { keys: ['Esc'], does: 'Clear the selection' },
      ],
    },
    {
      name: 'From game to game',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Next game' },
        { keys: ['Home', 'End'], does: 'First game, last game' },
        { keys: ['Page Up', 'Page Down'], does: 'Previous page, next page' },
      ],
    },
    {
      name: 'With the game that has focus',
      keys: [
        { keys: ['Enter'], does: 'Open' },
        { keys: ['E'], does: 'Edit' },
        { keys: ['L'], does: 'Add to a list' },
        { keys: ['S'], does: 'Status' },
        { keys: ['1', '…', '5'], does: 'Set status: Want to Play, Playing, Completed, Dropped, Collection' },
        { keys: ['R'], does: 'Rate, then 1 to 9, or 0 for 10' },
        { keys: ['H'], does: 'Log an hour' },
        { keys: ['Space'], does: 'Select; with Shift, select the range' },
      ],
    },
  ],
};

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
