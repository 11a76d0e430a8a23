'use client';

import { identify, trackPurchase } from '@cvq/browser';
import { useRouter } from 'next/navigation';

export function Pay() {
  const router = useRouter();
  function pay() {
    identify('customer-7');
    trackPurchase({ orderId: '1042', value: 59.7, currency: 'EUR' });
    router.push('/thanks');
  }
  return (
    <button type="button" onClick={pay}>
      Pay
    </button>
  );
}
