import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useText } from '../../texts/texts.ts';

/** What a person sees whose menu is empty. */
export function BlankPage() {
  const text = useText();
  return <EmptyState reason="forbidden" title={text('blank.title')} description={text('blank.hint')} />;
}
