import { NotAnswered, reach } from './ask.ts';
import { passwordAsked } from './password-asked.ts';

/**
 * Has something done, and gives the answer as its schema in the contract says. What needs the password again has it asked
 * for, and is done then.
 * @throws NotAnswered
 */
export async function tell<Answer>(
  path: string,
  body: object = {},
  method: 'POST' | 'PUT' | 'DELETE' = 'POST',
): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', 'X-Cvq-Dashboard': '1' };
  const given = { method, headers, body: JSON.stringify(body) };
  const send = () => reach<Answer>(path, given, (response) => response.json());
  return send().catch(async (error: unknown) => {
    if (!(error instanceof NotAnswered) || error.code !== 'step_up_required') throw error;
    if (await askForPassword()) return send();
    throw new NotAnswered('Nothing was done without your password.', {
      status: null,
      requestId: null,
      retryAfter: null,
      fields: [],
      code: error.code,
    });
  });
}

let asked: Promise<boolean> | null = null;

/** Has the password asked for, once for all that wait for it; false where it was not given. */
function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    passwordAsked.value = resolve;
  }).finally(() => {
    passwordAsked.value = asked = null;
  });
  return asked;
}
