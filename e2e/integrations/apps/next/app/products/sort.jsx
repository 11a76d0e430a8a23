'use client';

import { useRouter } from 'next/navigation';

export function Sort() {
  const router = useRouter();
  return (
    <button type="button" onClick={() => router.replace('/products?sort=price')}>
      Sort by price
    </button>
  );
}
