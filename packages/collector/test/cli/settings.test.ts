import { readConfig } from '@cvq/collector';
import { describe, expect, it } from 'vitest';

describe('a setting', () => {
  it.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['PORT', ' 80'],
    ['CVQ_BASE_URL', 'track.example.com'],
    ['CVQ_BASE_URL', 'ftp://track.example.com'],
    ['CVQ_BASE_URL', 'https://track.example.com/cvq'],
    ['CVQ_BASE_URL', 'https://track.example.com/cvq/'],
    ['CVQ_BASE_URL', 'https://track.example.com?cvq'],
    ['CVQ_BASE_URL', 'https://ada:secret@track.example.com'],
    ['CVQ_LOG_LEVEL', 'loud'],
    ['CVQ_LOG_LEVEL', 'INFO'],
    ['CVQ_MIGRATE', 'yes'],
    ['CVQ_TRUST_PROXY', 'true'],
    ['CVQ_TRUST_PROXY', '10.0.0.0/33'],
    ['CVQ_TRUST_PROXY', '10.0.0.0/8,'],
    ['CVQ_TRUST_PROXY', '0.0.0.0/0'],
    ['CVQ_TRUST_PROXY', '10.0.0.0/8,::/0'],
    ['CVQ_TRUST_PROXY', '::ffff:0:0/96'],
    ['CVQ_GOOGLE_API', 'http://datamanager.googleapis.com'],
    ['CVQ_META_API', 'graph.facebook.com'],
    ['CVQ_MICROSOFT_TOKEN_API', 'http://8.8.8.8'],
    ['CVQ_META_API', 'http://127.0.0.1:4100/?x=1'],
    ['CVQ_META_API', 'https://graph.facebook.com/#top'],
    ['CVQ_GOOGLE_TOKEN_API', 'https://oauth2.googleapis.com?'],
    ['CVQ_MICROSOFT_REPORTING_API', 'https://ada@reporting.example'],
    ['CVQ_MICROSOFT_CUSTOMER_API', 'https://ada:secret@customer.example'],
    ['CVQ_META_API_VERSION', '25'],
    ['CVQ_MICROSOFT_API_VERSION', 'v13/..'],
    ['CVQ_DELIVERY_HOLD_SECONDS', '-1'],
    ['CVQ_SECRET', 'fifteen letters'],
    ['CVQ_SECRET', ' '.repeat(18)],
    ['CVQ_SECRET_PREVIOUS', ` ${'x'.repeat(15)} `],
    ['CVQ_METRICS_TOKEN', 'tökentökentökentöken'],
    ['CVQ_METRICS_TOKEN', 'a token with blanks'],
  ])('%s=%s cannot be parsed, and the message names it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must`));
  });

  it.each(['CVQ_DATABSE_URL', 'CVQ_', 'CVQ_PORT', 'CVQ_constructor'])(
    '%s is unknown and is named',
    (name) => {
      expect(() => readConfig({ [name]: 'x' })).toThrow(new RegExp(`^${name} is not a setting`));
      expect(() => readConfig({ [name]: '' })).toThrow(new RegExp(`^${name} is not a setting`));
    },
  );

  it.each(['PORT', 'HOST', 'CVQ_DATA', 'CVQ_BASE_URL', 'CVQ_LOG_LEVEL', 'CVQ_MIGRATE', 'CVQ_TRUST_PROXY'])(
    '%s that is set to nothing is not set',
    (name) => {
      expect(readConfig({ [name]: '' })).toEqual(readConfig({}));
    },
  );

  it('of another program is none of cvq', () => {
    expect(readConfig({ PATH: '/bin', NODE_ENV: 'test', cvq_data: 'x', MY_CVQ_DATA: 'x' })).toEqual(
      readConfig({}),
    );
  });

  it('has the default that the design names', () => {
    expect(readConfig({})).toMatchObject({
      port: 8787,
      host: '127.0.0.1',
      dataFolder: './data',
      baseUrl: null,
    });
  });

  it.each(['http://127.0.0.1:9000', 'http://localhost:9000/google', 'http://[::1]:9000', 'http://10.0.0.7'])(
    '%s, of the own machine or network, may be the address of an ad platform without TLS',
    (address) => {
      expect(readConfig({ CVQ_GOOGLE_API: `${address}/` }).platformApis.addresses.google).toBe(address);
    },
  );

  it('CVQ_BASE_URL loses the slashes at its end', () => {
    expect(readConfig({ CVQ_BASE_URL: 'https://track.example.com//' }).baseUrl).toBe(
      'https://track.example.com',
    );
  });
});
