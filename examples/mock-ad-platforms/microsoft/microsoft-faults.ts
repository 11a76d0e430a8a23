import { COMMON_FAULTS } from '../common-faults.ts';
import type { Fault, FaultMeaning } from '../fault.ts';
import type { MockAnswer } from '../mock-request.ts';
import { adApiFault, apiFault, type MicrosoftCode } from './microsoft-answer.ts';
import { CODES } from './microsoft-codes.ts';

/** Each documented error of offline conversions by a name: of the request, of one conversion, of the token endpoint. */
export const MICROSOFT_FAULTS: Readonly<Record<string, Fault>> = {
  ...COMMON_FAULTS,
  internal: send('transient', adApiFault(500, CODES.internal)),
  apply_failed: send('transient', apiFault(500, CODES.applyFailed, 'Failed to send to internal server')),
  too_many_calls: send('throttled', adApiFault(429, CODES.callRateExceeded, { 'Retry-After': '60' })),
  too_many_calls_without_time: send('throttled', adApiFault(400, CODES.callRateExceeded)),
  expired_token: { ...send('auth', adApiFault(401, CODES.tokenExpired)), expiresToken: true },
  invalid_credentials: send('auth', adApiFault(401, CODES.invalidCredentials)),
  not_authorized: send('config', adApiFault(403, CODES.notAuthorized)),
  not_enabled: send('config', apiFault(400, CODES.notEnabled, 'Customer')),
  unreadable: send('invalid', apiFault(400, CODES.nullRequest, 'The request could not be read.')),
  unknown_error: send('unknown', apiFault(400, { Code: 9999, ErrorCode: 'AnErrorOfTomorrow' }, '')),
  invalid_click: partial('invalid', CODES.clickIdInvalid),
  invalid_email: partial('invalid', CODES.emailNotHashed),
  invalid_phone: partial('invalid', CODES.phoneNotHashed),
  invalid_name: partial('config', CODES.nameInvalid),
  invalid_value: partial('invalid', CODES.valueInvalid),
  invalid_currency: partial('invalid', CODES.currencyInvalid),
  invalid_time: partial('invalid', CODES.timeInvalid),
  too_old: partial('expired', CODES.timeOutOfWindow),
  outside_goal_window: partial('expired', CODES.outsideGoalWindow),
  in_the_future: partial('invalid', CODES.inTheFuture),
  before_click: partial('invalid', CODES.beforeClick),
  goal_too_new: partial('too_early', CODES.goalTooNew),
  one_not_applied: partial('transient', CODES.applyFailed),
  unknown_partial_error: partial('unknown', { Code: 9999, ErrorCode: 'AnErrorOfTomorrow' }),
  no_list_of_errors: { purpose: 'send', means: 'delivered', effect: { noList: true } },
  grant_revoked: {
    purpose: 'token',
    means: 'auth',
    answer: {
      status: 400,
      body: { error: 'invalid_grant', error_description: 'AADSTS70000: The grant was revoked.' },
    },
  },
  token_unavailable: {
    purpose: 'token',
    means: 'transient',
    answer: { status: 503, body: { error: 'temporarily_unavailable' } },
  },
  // The new refresh token never arrives.
  token_lost: { purpose: 'token', means: 'transient', connection: 'cut', isTaken: true },
};

function send(means: FaultMeaning, answer: MockAnswer): Fault {
  return { purpose: 'send', means, answer };
}

function partial(means: FaultMeaning, partialError: MicrosoftCode): Fault {
  return { purpose: 'send', means, effect: { partialError, index: 0 } };
}
