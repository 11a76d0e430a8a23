import { redirect } from 'next/navigation';

export default function Old() {
  redirect('/products');
}
