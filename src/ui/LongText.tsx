import type { CSSProperties } from 'react';
import styles from './LongText.module.css';

/** Text cut to `lines` (default 1); hovering shows the whole, and so does what is copied. */
export function LongText({ text, lines = 1, className }: { text: string; lines?: number; className?: string }) {
  const style: CSSProperties = lines > 1 ? { WebkitLineClamp: lines } : {};
  return (
    <span
      className={[lines > 1 ? styles.lines : styles.line, 'anlan-long-text', className].filter(Boolean).join(' ')}
      style={style}
      title={text}
    >
      {text}
    </span>
  );
}
