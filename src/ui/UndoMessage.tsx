import { Button } from 'antd';
import { useUiText } from './text/texts.ts';

/** Seconds that a message with a way back stays. */
export const UNDO_SECONDS = 8;

/** What a message says of something that was done, with a button that takes it back. */
export function UndoMessage({ text, back }: { readonly text: string; readonly back: () => void }) {
  const label = useUiText();
  return (
    <>
      {text}
      <Button type="link" size="small" onClick={back}>
        {label('action.undo')}
      </Button>
    </>
  );
}
