import { expect, it } from 'vitest';
import { loggedAnswer, loggedRequest } from '../../src/ad-platforms/forwarding/logged-request.ts';
import { HASH } from './builders.ts';

it('a request is logged as it is sent, except for hashes and tokens', () => {
  const body = {
    access_token: 'EAAB0123456789',
    data: [
      {
        event_id: 'evt_1795168800000_ab12',
        user_data: {
          em: [HASH],
          ph: [HASH.toUpperCase()],
          external_id: HASH,
          fbc: 'fb.1.1795100000000.IwAR0',
        },
        value: 49.9,
      },
    ],
  };
  expect(JSON.parse(loggedRequest(body))).toEqual({
    access_token: '[token]',
    data: [
      {
        event_id: 'evt_1795168800000_ab12',
        user_data: {
          ...{ em: ['[hash]'], ph: ['[hash]'], external_id: '[hash]' },
          fbc: 'fb.1.1795100000000.IwAR0',
        },
        value: 49.9,
      },
    ],
  });
});

it('an answer that repeats what it was sent is logged without it', () => {
  const text = `{"message":"The hash ${HASH} and ada@example.com match nobody"}`;
  expect(loggedAnswer(text)).toContain('The hash [hash] and');
  expect(loggedAnswer(text)).not.toContain('ada@example.com');
});
