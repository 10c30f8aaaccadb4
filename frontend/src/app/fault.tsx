import { Component, type ReactNode } from 'react';
import { Button, ButtonLink } from '../components/ui/button.tsx';
import { alertRaised } from '../entities/alerts/slice.ts';
import { forgetFailedLoads } from '../lib/failed-loads.ts';
import { store } from './store.ts';
import { appTexts } from './texts.ts';

const texts = appTexts.fault;

interface FaultProps {
  /** A new value, such as another path, resets the error. */
  readonly place: string;
  readonly children: ReactNode;
}

/** Catches errors of a page that renders or loads its chunk, and offers a way on within the layout. */
export class RouteFault<Props extends FaultProps = FaultProps> extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
    forgetFailedLoads();
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.failed && place !== this.props.place) this.reset();
  }

  reset(): void {
    this.setState({ failed: false });
  }

  fallback(): ReactNode {
    return (
      <div role="alert" className="mx-auto max-w-prose py-16">
        <h1 tabIndex={-1} className="text-2xl">
          {texts.title}
        </h1>
        <p className="mt-3 mb-6 text-ink-2">{texts.text}</p>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={() => this.reset()}>
            {texts.retry}
          </Button>
          <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
          <ButtonLink to="/">{texts.home}</ButtonLink>
        </div>
      </div>
    );
  }

  override render() {
    return this.state.failed ? this.fallback() : this.props.children;
  }
}

interface PartFaultProps extends FaultProps {
  /** Closes what the part was needed for, which resets the error immediately. */
  readonly onFault?: () => void;
}

/**
 * Catches errors of a part beside the page, such as a dialog whose chunk fails to load: it shows a message and keeps
 * the page.
 */
export class PartFault extends RouteFault<PartFaultProps> {
  override componentDidCatch(error: unknown) {
    super.componentDidCatch(error);
    store.dispatch(alertRaised({ tone: 'error', text: appTexts.partFailed }));
    if (!this.props.onFault) return;
    this.props.onFault();
    this.reset();
  }

  override fallback() {
    return null;
  }
}
