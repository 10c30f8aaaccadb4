import { Component, type ReactNode } from 'react';
import { alertRaised } from '../entities/alerts/slice.ts';
import { forgetFailedLoads } from '../lib/failed-loads.ts';
import { store } from './store.ts';
import { appTexts } from './texts.ts';

interface PartFaultProps {
  /** A new value, such as another path, gives the part a fresh start. */
  readonly place: string;
  /** Ends what the part was needed for, so that it gets its fresh start at once. */
  readonly onFault?: () => void;
  readonly children: ReactNode;
}

/** Catches what a part beside the page throws, such as a dialog whose chunk does not arrive: the page stays, and says so. */
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
