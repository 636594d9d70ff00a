import { Tracker } from '@formily/reactive';
import { type ComponentType, memo, type ReactNode, useEffect, useReducer, useState } from 'react';

/** What is watched for one drawing on the page. */
class Watch {
  private tracker: Tracker | undefined;
  private readonly again: () => void;
  private isOnPage = false;
  /** Whether something changed, or the watch ended, while React had it off the page. */
  private isStale = false;

  constructor(again: () => void) {
    this.again = again;
  }

  draw(view: () => ReactNode): ReactNode {
    this.tracker ??= new Tracker(() => this.changed());
    return this.tracker.track(view);
  }

  private changed(): void {
    if (this.isOnPage) this.again();
    else this.isStale = true;
  }

  /** Comes onto the page; gives what takes it off. */
  mount(): () => void {
    this.isOnPage = true;
    if (this.isStale) this.again();
    this.isStale = false;
    return () => {
      this.isOnPage = false;
      this.isStale = true;
      this.tracker?.dispose();
      this.tracker = undefined;
    };
  }
}

/**
 * A component that is drawn anew when what it read of a form's models has changed. As Formily's `observer`, with one
 * effect for each drawing in place of four, a timer and a finalizer: a form of a thousand fields has a thousand.
 */
export function observed<P extends object>(draw: (props: P) => ReactNode): ComponentType<P> {
  return memo(function Observed(props: P) {
    const [, again] = useReducer((count: number) => count + 1, 0);
    const [watch] = useState(() => new Watch(again));
    useEffect(() => watch.mount(), [watch]);
    return watch.draw(() => draw(props));
  }) as unknown as ComponentType<P>;
}
