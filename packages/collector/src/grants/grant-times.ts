import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cvq/contract';

/** How long a person may look at a request. */
export const AUTHORIZATION_MS = 10 * MINUTE_MS;
/** A code goes from the browser to the application at once. */
export const CODE_MS = MINUTE_MS;
export const ACCESS_TOKEN_MS = HOUR_MS;
/** From the last refresh: an application that was not used for so long is connected anew. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS;
/**
 * For how long a refresh token that was exchanged can be exchanged again. Applications refresh from several processes at
 * once, and some lose an answer: ending what they have would cost people their connection.
 */
export const REUSE_MS = 10 * MINUTE_MS;
/** An application that registered, and that nobody let in for so long, is forgotten. */
export const UNUSED_APPLICATION_MS = 30 * DAY_MS;
