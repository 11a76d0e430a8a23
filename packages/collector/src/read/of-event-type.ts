import type { Question } from '@cvq/storage';

/** The same question about events of one type alone, where one is named. */
export function ofEventType(question: Required<Question>, eventType: string | undefined): Required<Question> {
  if (eventType === undefined) return question;
  const ofType = { dimension: 'event_type', operator: 'is', values: [eventType] } as const;
  return { ...question, filters: [...question.filters, ofType] };
}
