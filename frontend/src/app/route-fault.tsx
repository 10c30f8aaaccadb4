import { Component, type ReactNode } from 'react';
import { Button, ButtonLink } from '../components/ui/button.tsx';
import { forgetFailedLoads } from '../lib/failed-loads.ts';
import { appTexts } from './texts.ts';

const texts = appTexts.fault;

interface RouteFaultProps {
  /** A new value, such as another path, resets the error. */
  readonly place: string;
  readonly children: ReactNode;
}

/** Catches errors of a page that renders or loads its chunk, and offers a way on within the layout. */
export class RouteFault extends Component<RouteFaultProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
    forgetFailedLoads();
  }

  override componentDidUpdate({ place }: RouteFaultProps) {
    if (this.state.failed && place !== this.props.place) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="mx-auto max-w-prose py-16">
        <h1 tabIndex={-1} className="text-2xl">
          {texts.title}
        </h1>
        <p className="mt-3 mb-6 text-ink-2">{texts.text}</p>
        <div className="flex flex-wrap gap-3">
          <Button look="primary" onClick={() => this.setState({ failed: false })}>
            {texts.retry}
          </Button>
          <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
          <ButtonLink to="/">{texts.home}</ButtonLink>
        </div>
      </div>
    );
  }
}
