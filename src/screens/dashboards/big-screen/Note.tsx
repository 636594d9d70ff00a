import type { ReactNode } from 'react';
import { useLanguage } from '../../../ui/text/define-texts.ts';
import { noteFigure } from './figures.ts';

interface NoteProps {
  readonly count: number;
  /** What is counted. Where there is no room for it the mark and the count stand alone. */
  readonly word: string;
  /** Default none. */
  readonly mark?: ReactNode;
  readonly className?: string | undefined;
}

/** A count beside the name of a line, which gives way to the name. */
export function Note({ count, word, mark, className }: NoteProps) {
  const language = useLanguage((state) => state.language);
  return (
    <em className={className} title={`${word} ${count}`}>
      <span>
        {mark} {noteFigure(count, language)}
      </span>
      <span>{word}</span>
    </em>
  );
}
