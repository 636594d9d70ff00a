import type { Loaded } from '../../field-types/use-loaded.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';

/** Why something of a joint page was not read: it may not be seen, or trying again may help. */
export function ReadFailure({ title, read }: { readonly title: string; readonly read: Loaded<unknown> }) {
  if (read.forbidden) return <EmptyState reason="forbidden" title={read.error} />;
  return <ErrorState title={title} message={read.error} onRetry={read.retry} />;
}
