import { Button } from 'antd';
import { Component, type ComponentType, createElement, type ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { ErrorState } from './ErrorState.tsx';
import { ChunkError, lazyPart } from './lazy-part.ts';
import { useUiText } from './text/texts.ts';

/**
 * A component within a page that is loaded when it is first shown: an editor in a form, a dialog over it. When it cannot
 * be loaded, it alone says so, and the page around it stays with everything that was entered.
 * @param close of a dialog: what its own closing does. The failure is then told in a dialog too, which closes likewise.
 */
export function lazyPiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close?: (props: Props) => void,
): ComponentType<Props> {
  let part = lazyPart(load);
  // A part that failed stays so for React; the next one to show it asks anew.
  const renew = () => {
    part = lazyPart(load);
  };
  return function LazyPiece(props) {
    return (
      <PieceBoundary onFailure={renew} onClose={close && (() => close(props))}>
        {() => createElement<Props>(part as ComponentType<Props>, props)}
      </PieceBoundary>
    );
  };
}

interface BoundaryProps {
  readonly onFailure: () => void;
  readonly onClose: (() => void) | undefined;
  readonly children: () => ReactNode;
}

class PieceBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof ChunkError) this.props.onFailure();
  }

  override render(): ReactNode {
    const { error } = this.state;
    const { children, onClose } = this.props;
    if (error === undefined) return children();
    // A fault in the piece itself is the page's to tell.
    if (!(error instanceof ChunkError)) throw error;
    return onClose ? (
      <FailedDialog onClose={onClose} />
    ) : (
      <FailedPiece onRetry={() => this.setState({ error: undefined })} />
    );
  }
}

function FailedPiece({ onRetry }: { onRetry: () => void }) {
  const text = useUiText();
  return (
    <ErrorState
      title={text('part.failed')}
      message={text('part.failed.hint')}
      onRetry={onRetry}
      extra={<Button onClick={() => window.location.reload()}>{text('part.reload')}</Button>}
    />
  );
}

function FailedDialog({ onClose }: { onClose: () => void }) {
  const text = useUiText();
  return (
    <Dialog
      open
      title={text('part.failed')}
      okText={text('part.reload')}
      onOk={() => window.location.reload()}
      onClose={onClose}
    >
      <p role="alert">{text('part.failed.hint')}</p>
    </Dialog>
  );
}
