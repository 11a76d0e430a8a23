import { formatDeliveryId } from '@cvq/contract/webhook';
import type { ClaimedDelivery } from '@cvq/storage';
import type { SigningSecrets } from './endpoint-secrets.ts';
import { signatureHeaders } from './sign.ts';

/** All headers of one attempt. `X-Service-Delivery` is the same at each, the signed time is the attempt's own. */
export function deliveryHeaders(
  { id, type, event, body }: ClaimedDelivery,
  secrets: SigningSecrets,
  now: number,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'cvq-webhooks/1',
    'X-Service-Event': headerText(type),
    'X-Service-Delivery': formatDeliveryId(id),
    ...signatureHeaders({ body, id: event, now }, secrets),
  };
}

/** An event type may hold any character, a header only those of ASCII: the others, and %, as in an address. */
function headerText(type: string): string {
  return type.toWellFormed().replace(/[^\x20-\x24\x26-\x7e]+/g, (part) => encodeURIComponent(part));
}
