import Link from 'next/link';
import { titleOf } from '../../shop.js';
import { Sort } from './sort.jsx';

export const metadata = { title: titleOf('Products') };

export default function Products() {
  return (
    <>
      <h1>Products</h1>
      <Sort />
      <Link href="/products/boots">Boots</Link>
    </>
  );
}
