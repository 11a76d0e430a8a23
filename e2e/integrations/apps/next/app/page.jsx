import { track } from '@cvq/browser';

export const metadata = { title: 'Lowfield' };

export default function Home() {
  // On a server, calls do nothing.
  track('rendered_on_server');
  return <h1>Lowfield</h1>;
}
