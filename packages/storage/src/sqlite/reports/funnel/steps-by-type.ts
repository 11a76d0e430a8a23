import type { Funnel } from '../../../reports.ts';
import { workingMemory } from '../../working-memory.ts';
import type { DictionaryColumns } from '../values/dictionary-columns.ts';

/** By type of an event, the step that it is, from 1; 0 for none. Types beyond are what the last one is: none. */
export type StepsByType = Uint8Array;

/** Which step of a funnel each type of event is; 0 for none. */
export function stepsByType(dictionaries: DictionaryColumns, { eventTypes }: Funnel): StepsByType {
  const types = eventTypes.map((type) => dictionaries.idOf(type));
  const stepOf = workingMemory.uint8(Math.max(...types) + 2);
  // A type that no event has ever had is 0, which no event has.
  for (const [step, type] of types.entries()) stepOf[type] = type === 0 ? 0 : step + 1;
  return stepOf;
}

export const stepOfType = (stepOf: StepsByType, type: number): number =>
  stepOf[Math.min(type, stepOf.length - 1)] as number;
