import { App } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useUiText } from './text/texts.ts';

/** What a confirmation says. */
interface ConfirmOptions {
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

/**
 * Asks before an action; resolves true once it is confirmed (and `onOk` is done), false when it is cancelled. A question
 * that is still open when its page is left is withdrawn.
 * @param place what changes when the part that asks shows something else, such as another record.
 */
export function useConfirm(place?: string): (options: ConfirmOptions) => Promise<boolean> {
  const { modal } = App.useApp();
  const text = useUiText();
  const open = useRef(new Set<() => void>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each place has questions of its own.
  useEffect(() => {
    const questions = open.current;
    return () => {
      for (const withdraw of questions) withdraw();
    };
  }, [place]);
  return useCallback(
    (options) =>
      new Promise<boolean>((resolve) => {
        const answer = (agreed: boolean) => {
          open.current.delete(withdraw);
          resolve(agreed);
        };
        const withdraw = () => {
          answer(false);
          dialog.destroy();
        };
        open.current.add(withdraw);
        const dialog = modal.confirm({
          title: options.title,
          content: options.consequence,
          okText: options.okText ?? text('action.confirm'),
          cancelText: options.cancelText ?? text('action.cancel'),
          okButtonProps: { danger: options.danger ?? false },
          // A red button must not be what Enter presses by habit.
          focusable: { autoFocusButton: options.danger ? 'cancel' : 'ok' },
          onOk: async () => {
            // What is under way is no longer a question.
            open.current.delete(withdraw);
            try {
              await options.onOk?.();
            } catch (error) {
              open.current.add(withdraw);
              throw error;
            }
            answer(true);
          },
          onCancel: () => answer(false),
        });
      }),
    [modal, text],
  );
}
