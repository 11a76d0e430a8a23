import { titleOf } from '../../shop.js';

export const metadata = { title: titleOf('Thank you') };

export default function Thanks() {
  return <h1>Thank you</h1>;
}
