import type { DeliveryStatus } from '@cvq/contract';
import { STATUS_WORDS } from '../figures/status-words.ts';
import '../style/delivery-glyph.css';

/** Where a delivery stands, at a glance: full, half, hollow, or a dash where nothing is to be sent. */
export function DeliveryGlyph({
  status,
  words,
}: {
  readonly status: DeliveryStatus | null;
  readonly words?: string;
}) {
  const said = words ?? (status === null ? 'Not owed' : STATUS_WORDS[status]);
  return (
    <>
      <i class={`glyph-of ${status ?? 'skipped'}`} title={said} aria-hidden="true" />
      <span class="sr">{said}</span>
    </>
  );
}
