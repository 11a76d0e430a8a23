import type { Integration } from '@cvq/storage';
import { Refused } from '../accounts/refused.ts';
import { isOfDemo } from '../demo/demo-integrations.ts';

/**
 * Refuses an integration of the demo, which nobody can send by: it has no credentials.
 * @throws Refused conflict
 */
export function requireOwn(integration: Integration): void {
  if (!isOfDemo(integration)) return;
  throw new Refused('conflict', {
    field: null,
    problem: `The integration with ${integration.platform} is the demo's: it has no credentials, opens no connection, and only shows what would be sent.`,
    fix: 'Connect the project with an account of your own: that takes its place.',
  });
}
