import type { Reports } from '@cvq/storage';
import { countedBy, type Figure } from './figure.ts';

/** What became of a question, in the words of the label. */
const RESULTS = {
  answered: 'answered',
  failed: 'failed',
  dropped: 'dropped',
  past_deadline: 'timedOut',
  refused: 'refused',
} as const;
type Result = keyof typeof RESULTS;

const STEPS = { queue: 'queueSeconds', work: 'workSeconds' } as const;
type Step = keyof typeof STEPS;

/** What is asked of reports, and what becomes of it. */
export function figuresOfQuestions(reports: Pick<Reports, 'figures'>): Figure[] {
  return [
    {
      kind: 'gauge',
      name: 'cvq_questions_waiting',
      help: 'Questions of the read API that wait for a reader',
      read: () => [{ value: reports.figures().waiting }],
    },
    {
      kind: 'gauge',
      name: 'cvq_questions_running',
      help: 'Questions of the read API that a reader is at',
      read: () => [{ value: reports.figures().running }],
    },
    {
      kind: 'counter',
      name: 'cvq_questions_total',
      help: 'Questions of the read API by what became of them',
      ...countedBy(
        'result',
        Object.keys(RESULTS) as Result[],
        (result) => reports.figures()[RESULTS[result]],
      ),
    },
    {
      kind: 'counter',
      name: 'cvq_questions_joined_total',
      help: 'Questions that were answered together with an equal one',
      read: () => [{ value: reports.figures().joined }],
    },
    {
      kind: 'counter',
      name: 'cvq_question_seconds_total',
      help: 'Time that questions waited for a reader, and that readers were at work',
      ...countedBy('step', Object.keys(STEPS) as Step[], (step) => reports.figures()[STEPS[step]]),
    },
  ];
}
