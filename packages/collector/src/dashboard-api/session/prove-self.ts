import type { User } from '@cvq/storage';
import { ApiError } from '../../errors/api-error.ts';
import type { DashboardDeps } from '../operation.ts';
import type { Browser } from './browser.ts';
import { checkPassword } from './check-password.ts';

type Proof = {
  readonly user: User;
  readonly password: string;
  /** Of the request, that has the password. */
  readonly field: string;
  readonly browser: Browser;
};

/**
 * Refuse somebody who has signed in and does not know the password. Guessing is slowed down as at the door.
 * @throws ApiError
 */
export async function proveSelf(
  { user, password, field, browser }: Proof,
  deps: DashboardDeps,
): Promise<void> {
  if ((await checkPassword({ email: user.email, password, browser }, deps)) === user.id) return;
  throw new ApiError('invalid_request', 'The password is wrong.', {
    details: { fields: [{ field, message: 'is wrong' }] },
  });
}
