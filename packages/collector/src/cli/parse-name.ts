import { InvalidArgumentError } from 'commander';
import { isName, NAME_RULE } from '../accounts/is-name.ts';

/** The value of an option that names something, without blanks around it. */
export function parseName(text: string): string {
  if (isName(text)) return text.trim();
  throw new InvalidArgumentError(`It ${NAME_RULE}.`);
}
