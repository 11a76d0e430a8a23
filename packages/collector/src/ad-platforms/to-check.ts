import type { PlatformAnswer, PlatformTestResult } from './adapter.ts';
import { asSentence } from './as-sentence.ts';

type Found = {
  readonly answer: PlatformAnswer;
  readonly isFine: boolean;
  /** What to do about a code of the platform. */
  readonly howToMend: Readonly<Record<string, string>>;
};

/** A line of a test: what was checked, and if it is not fine what the platform said and how to mend it. */
export function toCheck(
  what: string,
  { answer, isFine, howToMend }: Found,
): PlatformTestResult['checks'][number] {
  if (isFine) return { what, ok: true, problem: null };
  const said = [answer.code, answer.message].filter(Boolean).join(': ');
  const known = howToMend[answer.code ?? ''];
  return { what, ok: false, problem: [asSentence(said), known ?? mendOfClass(answer)].join(' ') };
}

function mendOfClass({ class: answerClass, httpStatus }: PlatformAnswer): string {
  if (answerClass === 'auth') return 'Connect again with new credentials.';
  if (answerClass === 'throttled')
    return 'The platform takes no more requests for the moment. Test again later.';
  if (answerClass !== 'transient') return 'Look the code up in the documentation of the platform.';
  return httpStatus === null
    ? 'Check that the collector reaches the address of the platform, then test again.'
    : 'The platform has a failure of its own. Test again later.';
}
