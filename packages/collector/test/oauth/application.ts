import { createHash } from 'node:crypto';
import type { AskedAuthorization, Scope } from '@cvq/contract';
import type { Answer } from '../call.ts';
import type { TestCollector } from '../collector.ts';
import type { TestBrowser } from '../dashboard-api/browser.ts';

export const REDIRECT = 'http://127.0.0.1:4567/callback';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

type Given = Readonly<Record<string, string | readonly string[] | undefined>>;

/** What an application and its person do at a collector. */
export type TestApplication = {
  readonly clientId: string;
  /** The query of the address that the person's browser is sent to. */
  query(more?: Given): string;
  token(fields: Given, network?: string): Promise<Answer>;
  /** Exchanges a code as it should be done. */
  exchange(code: string, more?: Given): Promise<Answer>;
  refresh(token: string, more?: Given): Promise<Answer>;
  revoke(token: string, more?: Given): Promise<Answer>;
};

type At = Pick<TestCollector, 'client' | 'origin'>;

/** An application that has registered itself. */
export async function registerAt(at: At, metadata: object = {}): Promise<TestApplication> {
  const { body } = await register(at, { client_name: 'Analyst', redirect_uris: [REDIRECT], ...metadata });
  return applicationAt(at, (body as { client_id: string }).client_id);
}

export function register({ client, origin }: At, json: unknown): Promise<Answer> {
  const { host } = new URL(origin);
  return client.send({ method: 'POST', path: '/oauth/register', json, headers: { Host: host } });
}

export function applicationAt({ client, origin }: At, clientId: string): TestApplication {
  const { host } = new URL(origin);
  const post = (path: string, fields: Given, network?: string) =>
    client.send({
      ...{ method: 'POST', path, body: formOf({ client_id: clientId, ...fields }) },
      headers: {
        Host: host,
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(network !== undefined && { 'X-Forwarded-For': network }),
      },
    });
  const token: TestApplication['token'] = (fields, network) => post('/oauth/token', fields, network);
  return {
    clientId,
    query: (more = {}) =>
      formOf({
        ...{ client_id: clientId, redirect_uri: REDIRECT, response_type: 'code', state: 'as it was' },
        ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256', resource: `${origin}/mcp` },
        ...more,
      }),
    token,
    exchange: (code, more = {}) =>
      token({
        ...{ grant_type: 'authorization_code', code, code_verifier: VERIFIER, redirect_uri: REDIRECT },
        ...more,
      }),
    refresh: (refresh_token, more = {}) => token({ grant_type: 'refresh_token', refresh_token, ...more }),
    revoke: (given, more = {}) => post('/oauth/revoke', { token: given, ...more }),
  };
}

function formOf(fields: Given): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of value === undefined ? [] : [value].flat()) form.append(name, one);
  }
  return form.toString();
}

/** The code, or the refusal, that an address takes back to an application. */
export function answerIn(address: string): URLSearchParams {
  return new URL(address).searchParams;
}

/** What the application asks for, as its person sees it. */
export async function look(browser: TestBrowser, query: string): Promise<AskedAuthorization> {
  const { body } = await browser.post('/authorizations', { query });
  const { asked } = (body as { data: { asked: AskedAuthorization | null } }).data;
  if (asked === null) throw new Error(`Refused: ${JSON.stringify(body)}`);
  return asked;
}

/** What a person allows, unless a test says otherwise. */
type Allowed = {
  readonly scopes?: readonly Scope[];
  readonly projects?: readonly string[] | null;
  readonly as_superadmin?: boolean;
};

/** The code that an application gets once its person has let it in. */
export async function allow(browser: TestBrowser, query: string, given: Allowed = {}): Promise<string> {
  const { id, scopes } = await look(browser, query);
  const choice = { scopes, projects: null, as_superadmin: false, ...given };
  const { body } = await browser.post(`/authorizations/${id}/allow`, choice);
  return answerIn((body as { data: { redirect_to: string } }).data.redirect_to).get('code') ?? '';
}

export type TestTokens = {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
};

/** The first tokens of an application. */
export async function connect(
  application: TestApplication,
  browser: TestBrowser,
  { scope, ...given }: Allowed & { readonly scope?: string } = {},
): Promise<TestTokens> {
  const code = await allow(browser, application.query({ scope }), given);
  return (await application.exchange(code)).body as TestTokens;
}
