import type { MockAdPlatforms } from '../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';

/** When the documented conversions happened: an hour before `NOW`. */
export const AT = Date.parse('2026-11-20T10:00:00Z');
export const NOW = AT + 3_600_000;
const EMAIL = 'a'.repeat(64);
const PHONE = 'b'.repeat(64);

/** What the documentation of each platform gives as a request, with the accounts of the mock. */
export const DOCUMENTED = {
  google_ads: {
    destinations: [
      {
        reference: 'd1',
        operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' },
        loginAccount: { accountType: 'GOOGLE_ADS', accountId: '9876543210' },
        productDestinationId: '7001',
      },
    ],
    encoding: 'HEX',
    validateOnly: false,
    events: [
      {
        transactionId: 'order-1001',
        eventTimestamp: '2026-11-20T10:00:00Z',
        eventSource: 'WEB',
        adIdentifiers: { gclid: 'Cj0KCQ-mock_click' },
        currency: 'EUR',
        conversionValue: 49.9,
        userData: { userIdentifiers: [{ emailAddress: EMAIL }, { phoneNumber: PHONE }] },
        consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' },
      },
    ],
  },
  meta_ads: {
    access_token: '',
    data: [
      {
        event_name: 'Purchase',
        event_time: AT / 1000,
        event_id: 'evt_1795168800000_ab12',
        action_source: 'website',
        event_source_url: 'https://shop.example/thanks',
        referrer_url: 'https://shop.example/cart',
        user_data: {
          em: [EMAIL],
          ph: [PHONE],
          fn: EMAIL,
          country: [PHONE],
          external_id: ['customer-1042'],
          client_ip_address: '203.0.113.9',
          client_user_agent: 'Mozilla/5.0',
          fbc: 'fb.1.1795100000000.IwAR0-mock_click',
          fbp: 'fb.1.1795100000000.1116446470',
        },
        custom_data: {
          currency: 'EUR',
          value: 49.9,
          order_id: 'order-1001',
          content_type: 'product',
          contents: [{ id: 'sku1', quantity: 1, item_price: 49.9 }],
        },
        data_processing_options: [],
      },
    ],
  },
  microsoft_ads: {
    OfflineConversions: [
      {
        MicrosoftClickId: 'dd4afcccb1c94a4cad9544dd7e5006ab',
        ConversionName: 'Purchase',
        ConversionTime: '2026-11-20T10:00:00Z',
        ConversionValue: 49.9,
        ConversionCurrencyCode: 'EUR',
        HashedEmailAddress: EMAIL,
        HashedPhoneNumber: PHONE,
      },
    ],
  },
};

export type Answered = { readonly status: number; readonly headers: Headers; readonly body: unknown };
export type Client = {
  /** Sends a body with conversions as the platform wants it: address, headers, token. */
  send(body: object): Promise<Answered>;
  get(path: string): Promise<Answered>;
  post(path: string, body: object): Promise<Answered>;
};

/** A client of each platform, with a token of its own. */
export async function openClients(mock: MockAdPlatforms): Promise<Record<keyof typeof DOCUMENTED, Client>> {
  const { access_token } = mock.credentials('meta') as { access_token: string };
  const googleToken = await tokenOf(`${mock.address}/token`, mock.credentials('google-client'));
  const microsoft = mock.credentials('microsoft') as Record<string, string>;
  const microsoftToken = await tokenOf(`${mock.address}/common/oauth2/v2.0/token`, microsoft);
  const { account, customer } = mock.accounts.microsoft;
  return {
    google_ads: openClient(mock, '/v1/events:ingest', { Authorization: `Bearer ${googleToken}` }),
    meta_ads: openClient(mock, `/v25.0/${mock.accounts.meta.dataset}/events`, {}, { access_token }),
    microsoft_ads: openClient(mock, '/CampaignManagement/v13/OfflineConversions/Apply', {
      Authorization: `Bearer ${microsoftToken}`,
      DeveloperToken: microsoft.developer_token ?? '',
      CustomerId: customer,
      CustomerAccountId: account,
    }),
  };
}

function openClient(
  mock: MockAdPlatforms,
  path: string,
  headers: Record<string, string>,
  more: object = {},
): Client {
  const ask = async (method: string, at: string, body?: object): Promise<Answered> => {
    const response = await fetch(`${mock.address}${at}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  return {
    send: (body) => ask('POST', path, { ...body, ...more }),
    get: (at) => ask('GET', at),
    post: (at, body) => ask('POST', at, body),
  };
}

async function tokenOf(address: string, client: object): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', ...client });
  const response = await fetch(address, { method: 'POST', body });
  return ((await response.json()) as { access_token: string }).access_token;
}
