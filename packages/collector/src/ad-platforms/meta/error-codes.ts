import type { ErrorClasses } from '../exchange/error-classes.ts';

/**
 * Codes of the Graph API, the subcode behind a slash where it matters.
 * @see https://developers.facebook.com/docs/graph-api/guides/error-handling
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting for those of limits
 * @see https://developers.facebook.com/docs/marketing-api/conversions-api/support for 28040xx
 */
export const CODES_OF_META: ErrorClasses = {
  '1': 'transient',
  '2': 'transient',
  '341': 'transient',
  '5000': 'transient',
  '4': 'throttled',
  '17': 'throttled',
  '32': 'throttled',
  '368': 'throttled',
  '613': 'throttled',
  '80000': 'throttled',
  '80001': 'throttled',
  '80002': 'throttled',
  '80003': 'throttled',
  '80004': 'throttled',
  '80005': 'throttled',
  '80006': 'throttled',
  '80008': 'throttled',
  '80009': 'throttled',
  '80014': 'throttled',
  '102': 'auth',
  '190': 'auth',
  '3': 'config',
  '10': 'config',
  '200': 'config',
  '100/33': 'config',
  '100/2804003': 'expired',
  '100/2804001': 'invalid',
  '100': 'invalid',
};

/** Blocked for some time for what it has sent. Meta does not say for how long; each request more makes it longer. */
export const BLOCKED_FOR_A_TIME = 368;

/** Subcodes that are about one parameter. */
export const PARAMETER_OF_SUBCODE: Readonly<Record<number, string>> = { 2804001: 'fbc' };

/** The subcode of an event that is too old: the whole request is refused, and none of its events is taken. */
export const TOO_OLD = '100/2804003';
