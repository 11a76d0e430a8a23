'use client';

import { identify, trackPurchase } from '@cvq/browser';
import { useRouter } from 'next/navigation';
import { CUSTOMER, ORDER } from '../../../shop.js';

export function Pay() {
  const router = useRouter();
  function pay() {
    identify(CUSTOMER);
    trackPurchase(ORDER);
    router.push('/thanks');
  }
  return (
    <button type="button" onClick={pay}>
      Pay
    </button>
  );
}
