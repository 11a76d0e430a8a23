import { randomBase62 } from '../keys/token.ts';

/** `int_…`: an integration that is connected anew is another one. */
export function newIntegrationId(): string {
  return `int_${randomBase62(20)}`;
}
