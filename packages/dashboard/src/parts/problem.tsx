import type { NotAnswered } from '../ask/ask.ts';

/** What failed, by which name the log knows it, and another try. */
export function Problem({ of, onRetry }: { readonly of: NotAnswered; onRetry(): void }) {
  return (
    <div class="problem" role="alert">
      <p>{of.message}</p>
      {of.requestId && (
        <p class="muted small">
          The log of the collector has more under <code>{of.requestId}</code>.
        </p>
      )}
      <button type="button" class="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
