import { useEffect, useState } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { runtimeText } from './text.ts';

const SHORTCUTS = [
  { keys: 'Ctrl + K', text: 'keys.find' },
  { keys: '/', text: 'keys.search' },
  { keys: '↑ ↓', text: 'keys.move' },
  { keys: 'Enter', text: 'keys.open' },
  { keys: 'Space', text: 'keys.preview' },
  { keys: 'X', text: 'keys.select' },
  { keys: 'A', text: 'keys.act' },
  { keys: 'Esc', text: 'keys.close' },
  { keys: 'Ctrl + S', text: 'keys.save' },
  { keys: 'Ctrl + Enter', text: 'keys.submit' },
  { keys: '?', text: 'keys.help' },
] as const;

/** The keys that the pages understand; shown by ?. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (target?.closest('input, textarea, select, [contenteditable="true"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <Dialog open={open} title={runtimeText('keys.title')} footer={null} onClose={() => setOpen(false)}>
      <dl className="anlan-keys">
        {SHORTCUTS.map(({ keys, text }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{runtimeText(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
