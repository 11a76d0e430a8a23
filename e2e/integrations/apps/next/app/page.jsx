import { track } from '@cvq/browser';
import { SHOP } from '../shop.js';

export const metadata = { title: SHOP };

export default function Home() {
  // On a server, calls do nothing.
  track('rendered_on_server');
  return <h1>{SHOP}</h1>;
}
