import { Button } from 'antd';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { faultChannel } from '../../api/faults.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { ChunkError } from '../../ui/lazy-part.ts';
import { text } from '../i18n/texts.ts';

/** Keeps the shell standing when a page fails: a part that did not load, or an error in a page. */
export class ViewBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
    if (error instanceof ChunkError) {
      faultChannel.emit({ kind: 'error', message: text('chunk.failed') });
    }
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) {
      return this.props.children;
    }
    if (error instanceof ChunkError) {
      return (
        <ErrorState
          title={text('chunk.failed')}
          message={text('chunk.failed.hint')}
          extra={
            // The browser remembers that a script failed; only another page load asks for it again.
            <Button type="primary" onClick={() => window.location.reload()}>
              {text('chunk.reload')}
            </Button>
          }
        />
      );
    }
    return (
      <ErrorState
        title={text('view.crashed')}
        message={
          <>
            {text('view.crashed.hint')}
            <br />
            {error instanceof Error ? error.message : String(error)}
          </>
        }
        onRetry={() => this.setState({ error: undefined })}
      />
    );
  }
}
