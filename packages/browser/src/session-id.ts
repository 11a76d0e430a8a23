import { identityAt } from './core/identity.ts';
import { now } from './core/now.ts';
import { safely } from './core/safely.ts';
import { isTracking } from './core/start.ts';

/** The id of the visitor's session, for events that your backend tracks. Empty before `init`. */
export function getSessionId(): string {
  return safely(() => isTracking() && identityAt(now())[1]) || '';
}
