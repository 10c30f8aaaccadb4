import { Component, type ReactNode } from 'react';
import { alertRaised } from '../entities/alerts/slice.ts';
import { forgetFailedLoads } from '../lib/failed-loads.ts';
import { store } from './store.ts';
import { appTexts } from './texts.ts';

interface PartFaultProps {
  /** A new value, such as another path, resets the error. */
  readonly place: string;
  /** Closes what the part was needed for, which resets the error immediately. */
  readonly onFault?: () => void;
  readonly children: ReactNode;
}

/**
 * Catches errors of a part beside the page, such as a dialog whose chunk fails to load: it shows a message and keeps
 * the page.
 */
export class PartFault extends Component<PartFaultProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
    forgetFailedLoads();
    store.dispatch(alertRaised({ tone: 'error', text: appTexts.partFailed }));
    if (!this.props.onFault) return;
    this.props.onFault();
    this.setState({ failed: false });
  }

  override componentDidUpdate({ place }: PartFaultProps) {
    if (this.state.failed && place !== this.props.place) this.setState({ failed: false });
  }

  override render() {
    return !this.state.failed && this.props.children;
  }
}
