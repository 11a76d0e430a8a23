import { track } from '@cvq/browser';

export function load() {
  // On a server, calls do nothing.
  track('rendered_on_server');
}
