import type { AnswerClass } from '../adapter.ts';

/** How each error code of a platform is understood. A code that is not there is unknown, and is told as received. */
export type ErrorClasses = Readonly<Record<string, AnswerClass>>;
