import { App } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useUiText } from './text/texts.ts';

/** What a confirmation says. */
export interface ConfirmOptions {
  /** The question. */
  readonly title: ReactNode;
  /** What follows from it. */
  readonly consequence?: ReactNode;
  /** Red button; for what cannot be undone. */
  readonly danger?: boolean;
  readonly okText?: string;
  readonly cancelText?: string;
  /** Runs while the dialog shows that it is busy; a failure keeps the dialog open. */
  readonly onOk?: () => Promise<unknown> | undefined;
}

/** Asks before an action; resolves true once it is confirmed (and `onOk` is done), false when it is cancelled. */
export function useConfirm(): (options: ConfirmOptions) => Promise<boolean> {
  const { modal } = App.useApp();
  const text = useUiText();
  return useCallback(
    (options) =>
      new Promise<boolean>((resolve) => {
        modal.confirm({
          title: options.title,
          content: options.consequence,
          okText: options.okText ?? text('action.confirm'),
          cancelText: options.cancelText ?? text('action.cancel'),
          okButtonProps: { danger: options.danger ?? false },
          // A red button must not be what Enter presses by habit.
          autoFocusButton: options.danger ? 'cancel' : 'ok',
          onOk: async () => {
            await options.onOk?.();
            resolve(true);
          },
          onCancel: () => resolve(false),
        });
      }),
    [modal, text],
  );
}

/** Asks before something is deleted; the question names the thing. */
export function useConfirmDelete(): (thing: string, more?: Omit<ConfirmOptions, 'title'>) => Promise<boolean> {
  const confirm = useConfirm();
  const text = useUiText();
  return useCallback(
    (thing, more = {}) =>
      confirm({ danger: true, okText: text('action.delete'), ...more, title: text('confirm.delete', { thing }) }),
    [confirm, text],
  );
}
