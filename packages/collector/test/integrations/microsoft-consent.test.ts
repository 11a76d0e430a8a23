import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import {
  askMicrosoftConsent,
  completeMicrosoftConsent,
  needsConsent,
} from '../../src/integrations/microsoft-consent.ts';

const REDIRECT = 'https://login.microsoftonline.com/common/oauth2/nativeclient';
const CLIENT = { client_id: 'app-1', developer_token: 'dev-1' };

/** What the server of tokens was sent, and what it answers. */
const asked: { path: string | undefined; form: URLSearchParams }[] = [];
let answered: { status: number; body: object };
const server = createServer(async (request, response) => {
  let body = '';
  for await (const piece of request) body += String(piece);
  asked.push({ path: request.url, form: new URLSearchParams(body) });
  response
    .writeHead(answered.status, { 'Content-Type': 'application/json' })
    .end(JSON.stringify(answered.body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());
const tokens = { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, now: () => 0 };

const pasted = (address: string, more: Record<string, string>) => {
  const state = new URL(address).searchParams.get('state') ?? '';
  return `${REDIRECT}?${new URLSearchParams({ state, ...more })}`;
};

describe('a consent of Microsoft', () => {
  it('is asked for in a browser, with the app and the redirect address of an installed program', () => {
    const { searchParams, pathname } = new URL(askMicrosoftConsent(tokens, CLIENT).address);
    expect(pathname).toBe('/common/oauth2/v2.0/authorize');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      ...{ client_id: 'app-1', response_type: 'code', redirect_uri: REDIRECT, code_challenge_method: 'S256' },
      scope: 'https://ads.microsoft.com/msads.manage offline_access',
    });
  });

  it.each([
    ['an app without a secret', CLIENT, null],
    ['an app with one', { ...CLIENT, client_secret: 'hidden' }, 'hidden'],
  ])('becomes a refresh token by the pasted address, for %s', async (_app, credentials, secret) => {
    answered = { status: 200, body: { access_token: 'a', expires_in: 3599, refresh_token: 'refresh-1' } };
    const consent = askMicrosoftConsent(tokens, credentials);
    const answer = ` ${pasted(consent.address, { code: 'M.C1_b-2' })}\n`;
    const completed = await completeMicrosoftConsent(tokens, credentials, { answer, proof: consent.proof });
    expect(completed).toEqual({ ...credentials, refresh_token: 'refresh-1' });
    const { path, form } = asked.at(-1) as (typeof asked)[number];
    expect(path).toBe('/common/oauth2/v2.0/token');
    expect(form.get('code')).toBe('M.C1_b-2');
    expect(form.get('client_secret')).toBe(secret);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    expect(new URL(consent.address).searchParams.get('code_challenge')).toBe(challenge);
  });

  it.each<[what: string, answerOf: (address: string) => string, says: RegExp]>([
    [
      'a refusal',
      (address) => pasted(address, { error: 'access_denied' }),
      /answered access_denied\. Connect again/,
    ],
    ['another text', () => 'yes', /no code in it\. Paste the whole address/],
    ['an older answer', (address) => pasted(address, { code: 'x', state: 'old' }), /answers another consent/],
  ])('says what is wrong with %s, and asks nobody for a token', async (_what, answerOf, says) => {
    const consent = askMicrosoftConsent(tokens, CLIENT);
    const before = asked.length;
    const given = { answer: answerOf(consent.address), proof: consent.proof };
    await expect(completeMicrosoftConsent(tokens, CLIENT, given)).rejects.toThrow(says);
    expect(asked).toHaveLength(before);
  });

  it.each<[status: number, body: object, says: RegExp]>([
    [
      400,
      { error: 'invalid_client', error_description: 'The secret hidden is wrong' },
      /no token: invalid_client/,
    ],
    [200, { access_token: 'a', expires_in: 3599 }, /no refresh token/],
  ])('says what a token server answered with %i, and no secret', async (status, body, says) => {
    answered = { status, body };
    const credentials = { ...CLIENT, client_secret: 'hidden' };
    const { address, proof } = askMicrosoftConsent(tokens, credentials);
    const given = { answer: pasted(address, { code: 'M.C2_abc-7' }), proof };
    const refusal = await completeMicrosoftConsent(tokens, credentials, given).catch((error: Error) => error);
    expect((refusal as Error).message).toMatch(says);
    expect((refusal as Error).message).not.toContain('hidden');
  });

  it('is needed where an app of Microsoft has no refresh token yet', () => {
    expect(needsConsent('microsoft_ads', CLIENT)).toBe(true);
    expect(needsConsent('microsoft_ads', { ...CLIENT, refresh_token: 'x' })).toBe(false);
    expect(needsConsent('google_ads', CLIENT)).toBe(false);
  });
});
