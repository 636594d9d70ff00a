import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useScreenText } from '../../texts/texts.ts';

/** What a person sees whose menu is empty. */
export function BlankPage() {
  const text = useScreenText();
  return <EmptyState reason="forbidden" title={text('blank.title')} description={text('blank.hint')} />;
}
