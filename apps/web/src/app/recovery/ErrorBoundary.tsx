import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen.tsx';

interface Props {
  children: ReactNode;
}

/** The boundary outside the router, which has one for each screen. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ErrorScreen error={error} />;
  }
}
