import Link from 'next/link';
import { Sort } from './sort.jsx';

export const metadata = { title: 'Products · Lowfield' };

export default function Products() {
  return (
    <>
      <h1>Products</h1>
      <Sort />
      <Link href="/products/boots">Boots</Link>
    </>
  );
}
