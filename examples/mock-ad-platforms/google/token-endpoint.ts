import type { MockAnswer, MockRequest } from '../mock-request.ts';
import { TOKEN_SECONDS, type Tokens } from '../open-tokens.ts';
import type { ServiceAccount } from './service-account.ts';

/** An OAuth client of a self-hoster, with the consent of somebody who may use the account. */
export type GoogleClient = {
  readonly type: 'authorized_user';
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
};

export const GOOGLE_SCOPES = [
  'https://www.googleapis.com/auth/datamanager',
  'https://www.googleapis.com/auth/adwords',
];

type Grants = {
  readonly tokens: Tokens;
  readonly client: GoogleClient;
  readonly serviceAccount: ServiceAccount;
};

/** `POST /token` (developers.google.com/identity/protocols/oauth2): a form, as OAuth 2.0 has it. */
export function googleToken({ body, headers }: MockRequest, grants: Grants): MockAnswer {
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return refused('invalid_request', 'The request must be a form.');
  const form = new URLSearchParams(body);
  switch (form.get('grant_type')) {
    case 'refresh_token':
      return refresh(form, grants);
    case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
      return assertion(form, grants);
    default:
      return refused('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type')}`);
  }
}

function refresh(form: URLSearchParams, { client, tokens }: Grants): MockAnswer {
  if (form.get('client_id') !== client.client_id || form.get('client_secret') !== client.client_secret)
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'The OAuth client was not found.' },
    };
  if (form.get('refresh_token') !== client.refresh_token) return refused('invalid_grant', 'Bad Request');
  return given(tokens, GOOGLE_SCOPES.join(' '));
}

function assertion(form: URLSearchParams, { serviceAccount, tokens }: Grants): MockAnswer {
  const checked = serviceAccount.check(form.get('assertion') ?? '');
  if ('refused' in checked) return refused('invalid_grant', checked.refused);
  const asked = checked.scope.split(' ').filter((scope) => scope !== '');
  if (asked.length === 0 || asked.some((scope) => !GOOGLE_SCOPES.includes(scope)))
    return refused('invalid_scope', 'Invalid OAuth scope or ID token audience provided.');
  return given(tokens, asked.join(' '));
}

const given = (tokens: Tokens, scope: string): MockAnswer => ({
  status: 200,
  body: { access_token: tokens.issue(scope), expires_in: TOKEN_SECONDS, scope, token_type: 'Bearer' },
});

const refused = (error: string, error_description: string): MockAnswer => ({
  status: 400,
  body: { error, error_description },
});
