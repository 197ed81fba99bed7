import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown if the content fails. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps a screen from failing because of one file. */
export class Guard extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
