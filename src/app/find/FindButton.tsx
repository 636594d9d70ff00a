import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { useAppText } from '../i18n/texts.ts';
import styles from './find-button.module.css';

const FindDialog = lazyPiece(
  () => import('./FindDialog.tsx').then((module) => module.FindDialog),
  ({ onClose }) => onClose(),
);

/** The way to the search over everything, in the header and by Ctrl+K or ⌘K. */
export function FindButton() {
  const text = useAppText();
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const show = (): void => {
    setAsked(true);
    setOpen(true);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setAsked(true);
      setOpen((before) => !before);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      {phone ? (
        <Button type="text" data-tour="find" icon={<SearchOutlined />} aria-label={text('find.title')} onClick={show} />
      ) : (
        <Button
          data-tour="find"
          className={styles.field ?? ''}
          icon={<SearchOutlined />}
          aria-label={text('find.title')}
          aria-keyshortcuts="Control+K"
          onClick={show}
        >
          <span className={styles.words}>{text('find.button')}</span>
          <kbd className={styles.keys}>Ctrl K</kbd>
        </Button>
      )}
      {asked ? (
        <Suspense fallback={null}>
          <FindDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
