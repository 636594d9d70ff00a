import { useEffect } from 'react';
import { create } from 'zustand';
import { Dialog } from '../ui/Dialog.tsx';
import { runtimeText } from './text.ts';

const SHORTCUTS = [
  { keys: 'Ctrl + K', text: 'keys.find' },
  { keys: '/', text: 'keys.search' },
  { keys: 'N', text: 'keys.new' },
  { keys: 'F', text: 'keys.filter' },
  { keys: 'R', text: 'keys.refresh' },
  { keys: 'G  C  H  V', text: 'keys.tools' },
  { keys: '↑ ↓', text: 'keys.move' },
  { keys: 'Enter', text: 'keys.open' },
  { keys: 'Space', text: 'keys.preview' },
  { keys: 'X', text: 'keys.select' },
  { keys: 'A', text: 'keys.act' },
  { keys: 'Q', text: 'keys.answer' },
  { keys: 'Esc', text: 'keys.close' },
  { keys: 'Ctrl + S', text: 'keys.save' },
  { keys: 'Ctrl + Enter', text: 'keys.submit' },
  { keys: '? / Ctrl + /', text: 'keys.help' },
] as const;

const useShown = create<{ readonly open: boolean }>()(() => ({ open: false }));

/** Shows the keys, where somebody asks for them by other means than a key. */
export const showShortcuts = (): void => useShown.setState({ open: true });

/** The keys that the pages understand; shown by ?, and where that is a character of a text by Ctrl+/. */
export function ShortcutHelp() {
  const { open } = useShown();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      const held = event.ctrlKey || event.metaKey;
      if (event.altKey || !(held ? event.key === '/' : event.key === '?')) return;
      if (!held && target?.closest('input, textarea, select, [contenteditable="true"]')) return;
      event.preventDefault();
      showShortcuts();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <Dialog
      open={open}
      title={runtimeText('keys.title')}
      footer={null}
      onClose={() => useShown.setState({ open: false })}
    >
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
