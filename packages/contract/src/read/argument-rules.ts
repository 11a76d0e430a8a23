import { z } from 'zod';

/** What the schema of an argument cannot say by itself, registered for the field as its operation has it. */
export type ArgumentRules = {
  /**
   * The code of its refusal, where it is refused only after it is known that the caller may ask: its values are the
   * operation's matter, beyond the form of a request.
   */
  readonly late?: 'invalid_range' | 'unsupported_dimension' | 'invalid_request';
  /** How text of a query names several: with commas between. Without it, by the parameter given several times. */
  readonly inQuery?: 'commas';
};

/** The rules of arguments, by the schema of the field. */
export const ARGUMENT_RULES = z.registry<ArgumentRules>();
