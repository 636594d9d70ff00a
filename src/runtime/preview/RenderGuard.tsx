import { Alert } from 'antd';
import { Component, type ReactNode } from 'react';

interface RenderGuardProps {
  readonly message: string;
  /** Another one lets the content try again. */
  readonly retry: unknown;
  readonly children: ReactNode;
}

/** Keeps the editor alive where an unfinished draft makes a form that cannot be drawn. */
export class RenderGuard extends Component<RenderGuardProps, { failed: boolean; retry: unknown }> {
  override state = { failed: false, retry: this.props.retry };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    { retry }: RenderGuardProps,
    state: { failed: boolean; retry: unknown },
  ): { failed: boolean; retry: unknown } | null {
    return state.retry === retry ? null : { failed: false, retry };
  }

  override render(): ReactNode {
    if (this.state.failed) return <Alert type="error" showIcon title={this.props.message} />;
    return this.props.children;
  }
}
