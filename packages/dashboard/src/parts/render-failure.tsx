import { Component, type ComponentChildren } from 'preact';
import { ErrorBoundary } from 'preact-iso';
import { url } from '../address/location.ts';

type Props = { readonly children: ComponentChildren };

/** In place of a page that we fail to draw: that it failed. Another address is drawn anew. */
export class RenderFailure extends Component<Props, { failedAt: string | null }> {
  override state = { failedAt: null };

  override componentDidCatch(error: unknown): void {
    reportError(error);
    this.setState({ failedAt: url.value });
  }

  render() {
    if (this.state.failedAt !== url.value) return <ErrorBoundary>{this.props.children}</ErrorBoundary>;
    return (
      <main id="main" class="page">
        <div class="problem" role="alert">
          <p>The dashboard failed to draw this page. The console of the browser says why.</p>
        </div>
      </main>
    );
  }
}
