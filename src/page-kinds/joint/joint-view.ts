import type { ComponentType } from 'react';
import type { JointPageHead } from '../../core/wire/joint.ts';

/** What the view of a joint page is given. */
export interface JointViewProps {
  readonly head: JointPageHead;
}

/** How a kind of joint page is shown. */
export interface JointView {
  /** What stands at the page's address, below its title; loaded when it is first shown. */
  readonly Page: ComponentType<JointViewProps>;
  /** Whether the view draws title and purpose itself. Default false. */
  readonly titled?: boolean;
  /** Whether its page is printed as it stands. Default false. */
  readonly paper?: boolean;
}
