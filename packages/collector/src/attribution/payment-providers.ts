import { HostTable, wordsOf } from './host-table.ts';
import { CARD_CHECK_LABELS, PAYMENT_HOSTS } from './tables/payment-hosts.ts';

const paymentHosts = new HostTable<true>();
for (const host of wordsOf(PAYMENT_HOSTS)) paymentHosts.set(host, true);

const cardCheckLabels = new Set(wordsOf(CARD_CHECK_LABELS));

/** Does a checkout send its buyer here and get them back? Such a return is no new arrival. */
export function isPaymentProvider(host: string): boolean {
  return paymentHosts.get(host) === true || host.split('.').some((label) => cardCheckLabels.has(label));
}
