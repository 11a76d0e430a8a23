import { DAY_MS } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import { asOperator } from '../accounts/actor.ts';
import { addAnnotation } from '../accounts/annotations.ts';
import { addSegment } from '../accounts/segments.ts';
import { notableDays } from './notable-days.ts';

/** Segments that people of a shop would save. */
const SEGMENTS = [
  { name: 'Newsletter readers', filter: ['medium:is:email'] },
  { name: 'German-speaking, on phones', filter: ['country:is:DE|AT|CH', 'device:is:mobile'] },
] as const;

type History = { readonly project: string; readonly days: number; readonly now: number };

/** Writes what people would have noted of the demo's history, and saves segments to look at it by. */
export async function noteDays(control: ControlStore, { project, days, now }: History): Promise<void> {
  const operator = asOperator(control, () => now);
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (const { day, text } of notableDays(today, days)) {
    const date = new Date(day).toISOString().slice(0, 10);
    await addAnnotation(operator, { project, date, text });
  }
  for (const segment of SEGMENTS) await addSegment(operator, { project, ...segment });
}
