import type { PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { type Exchange, exchange } from '../exchange/exchange.ts';
import { noAnswer } from '../exchange/platform-answer.ts';
import { withAccessToken } from '../exchange/with-access-token.ts';
import { refusalOfMicrosoft } from './refusal.ts';

/** A service of Microsoft Advertising: where it is, and what time it is. */
export type MicrosoftApi = { readonly address: string; readonly version: string; readonly now: () => number };

type Answered = Extract<Exchange, { isAnswered: true }>;
type Question = {
  readonly path: string;
  /** `CampaignManagement` without it. */
  readonly service?: 'CampaignManagement' | 'CustomerManagement' | 'Reporting';
  readonly body: object;
  readonly connection: PlatformConnection;
  /** What an answer with status 200 means. */
  readonly read: (exchange: Answered, now: number) => PlatformAnswer;
};

/** Asks an operation of the service; `json` is the answer where there was one. */
export async function askMicrosoft(
  api: MicrosoftApi,
  { path, service = 'CampaignManagement', body, connection, read }: Question,
  signal: AbortSignal,
): Promise<{ readonly answer: PlatformAnswer; readonly json: unknown }> {
  const developerToken = connection.credential('developer_token') ?? '';
  let json: unknown;
  const answer = await withAccessToken(connection, signal, async (token, within) => {
    const url = `${api.address}/${service}/${api.version}/${path}`;
    const headers = {
      authorization: `Bearer ${token}`,
      developertoken: developerToken,
      customerid: connection.loginAccount ?? '',
      customeraccountid: connection.account,
    };
    const given = await exchange(
      { method: 'POST', url, headers, body, secrets: [token, developerToken] },
      within,
    );
    if (!given.isAnswered) return noAnswer(given);
    json = given.json;
    return given.status === 200 ? read(given, api.now()) : refusalOfMicrosoft(given, api.now());
  });
  return { answer, json };
}
