import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { FileBody } from '../body/file-body.ts';
import { type GivenArguments, readArguments } from '../read/arguments/read-arguments.ts';
import type { DashboardDeps, DashboardOperation } from './operation.ts';
import { type Browser, originOf } from './session/browser.ts';
import { requireStepUp, requireWho } from './session/require-who.ts';
import type { SignedIn } from './session/signed-in.ts';

type Asking = {
  readonly by: SignedIn | null;
  readonly browser: Browser;
  readonly deps: DashboardDeps;
  /** The file that the request has for a body. @throws ApiError */
  readonly openFile: (of: FileBody) => Readable;
};

/** Of an operation that takes none. */
const NO_FILE: FileBody = { contentType: '', maxBytes: 0 };

const NO_FIELDS = z.strictObject({});

/**
 * Runs an operation of the dashboard API, in the one order of checks: who asks, whether the password has just been given,
 * the form of what is asked, and what the rules of accounts say.
 * @throws ApiError
 */
export async function runDashboardOperation(
  operation: DashboardOperation,
  given: GivenArguments,
  { by, browser, deps, openFile }: Asking,
): Promise<unknown> {
  const { query = NO_FIELDS, params, body } = operation;
  requireWho(operation, by);
  if (operation.stepUp) requireStepUp(by, deps.now());
  const taken = { about: 'credential', query, ...(params && { params }), ...(body && { body }) } as const;
  const read = await readArguments(taken, given);
  // What is known of who asks is what the row says, and `requireWho` has made sure of it.
  const ask = { browser, openFile: () => openFile(operation.file ?? NO_FILE) };
  const acting = { ...deps, from: originOf(browser) };
  return operation.run({ ...ask, by: by as never, args: read.checked() as never }, acting);
}
