import { randomBytes } from 'node:crypto';
import type { MockAnswer, MockRequest } from '../mock-request.ts';
import { TOKEN_SECONDS, type Tokens } from '../open-tokens.ts';

/** An app of a self-hoster, and the consent of somebody who may use the account. */
export type MicrosoftClient = {
  readonly client_id: string;
  readonly client_secret: string;
  readonly developer_token: string;
  readonly refresh_token: string;
};

const MICROSOFT_SCOPE = 'https://ads.microsoft.com/msads.manage';
const NATIVE_CLIENT = 'https://login.microsoftonline.com/common/oauth2/nativeclient';

export type Grants = {
  /** `GET …/authorize`: consents at once, and sends the browser on with a code. */
  authorize(request: MockRequest): MockAnswer;
  /** `POST …/token`: every refresh gives another refresh token too. */
  token(request: MockRequest): MockAnswer;
  /** All refresh tokens that were ever given out. */
  issued(): readonly string[];
};

type Granting = {
  readonly tokens: Tokens;
  readonly client: MicrosoftClient;
  /** A refresh token that was used is no longer valid. Microsoft keeps it valid for some time. */
  readonly revokesUsed: boolean;
};

/** What Microsoft's login grants (learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow). */
export function openGrants({ tokens, client, revokesUsed }: Granting): Grants {
  const refreshTokens = new Set([client.refresh_token]);
  const issued = [client.refresh_token];
  const codes = new Set<string>();
  const newRefreshToken = () => {
    const token = `M.mock-refresh-${randomBytes(24).toString('base64url')}`;
    refreshTokens.add(token);
    issued.push(token);
    return token;
  };
  const give = (): MockAnswer => ({
    status: 200,
    body: {
      token_type: 'Bearer',
      scope: MICROSOFT_SCOPE,
      expires_in: TOKEN_SECONDS,
      ext_expires_in: TOKEN_SECONDS,
      access_token: tokens.issue(MICROSOFT_SCOPE),
      refresh_token: newRefreshToken(),
    },
  });
  return {
    authorize({ query }) {
      const wrong = wrongConsent(query, client);
      if (wrong !== null) return refused('invalid_request', wrong);
      const code = `M.mock-code-${randomBytes(12).toString('base64url')}`;
      codes.add(code);
      const target = new URL(query.get('redirect_uri') ?? NATIVE_CLIENT);
      target.searchParams.set('code', code);
      if (query.has('state')) target.searchParams.set('state', query.get('state') ?? '');
      return { status: 302, headers: { Location: target.href }, body: '' };
    },
    token({ body }) {
      const form = new URLSearchParams(body);
      if (form.get('client_id') !== client.client_id)
        return refused('unauthorized_client', 'AADSTS700016: Application was not found in the directory.');
      if (form.get('client_secret') !== client.client_secret)
        return refused('invalid_client', 'AADSTS7000215: Invalid client secret provided.', 401);
      if (form.get('grant_type') === 'authorization_code')
        return codes.delete(form.get('code') ?? '')
          ? give()
          : refused('invalid_grant', 'AADSTS70008: The provided authorization code is expired or was used.');
      if (form.get('grant_type') !== 'refresh_token')
        return refused('unsupported_grant_type', 'AADSTS70003: The app requested an unsupported grant type.');
      const used = form.get('refresh_token') ?? '';
      if (!refreshTokens.has(used))
        return refused('invalid_grant', 'AADSTS70000: The provided refresh token is not valid.');
      if (revokesUsed) refreshTokens.delete(used);
      return give();
    },
    issued: () => issued,
  };
}

function wrongConsent(query: URLSearchParams, client: MicrosoftClient): string | null {
  if (query.get('client_id') !== client.client_id) return 'AADSTS700016: Application was not found.';
  if (query.get('response_type') !== 'code') return 'AADSTS900144: response_type must be code.';
  const scopes = (query.get('scope') ?? '').split(' ');
  if (!scopes.includes(MICROSOFT_SCOPE) || !scopes.includes('offline_access'))
    return `AADSTS70011: The scope must have ${MICROSOFT_SCOPE} and offline_access.`;
  return query.get('redirect_uri') === NATIVE_CLIENT
    ? null
    : 'AADSTS50011: The redirect address does not match those of the application.';
}

const refused = (error: string, error_description: string, status = 400): MockAnswer => ({
  status,
  body: { error, error_description },
});
