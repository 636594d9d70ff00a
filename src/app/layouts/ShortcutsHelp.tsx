import { useEffect, useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { type TextId, useText } from '../i18n/texts.ts';
import styles from './layouts.module.css';

const SHORTCUTS: readonly (readonly [keys: string, does: TextId])[] = [
  ['/', 'shortcuts.search'],
  ['Enter', 'shortcuts.open'],
  ['Esc', 'shortcuts.close'],
  ['Ctrl + S', 'shortcuts.save'],
  ['Ctrl + Enter', 'shortcuts.submit'],
  ['?', 'shortcuts.help'],
];

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

/** The keys of the pages, shown by the key ? wherever nothing is being typed. */
export function ShortcutsHelp() {
  const text = useText();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (event.key === '?' && !typing) {
        setOpen(true);
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <Dialog open={open} title={text('shortcuts.title')} width={400} footer={null} onClose={() => setOpen(false)}>
      <dl className={styles.shortcuts}>
        {SHORTCUTS.map(([keys, does]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{text(does)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
