import { InvalidArgumentError } from 'commander';
import { readWholeNumber } from '../read-whole-number.ts';

/** A reader of options that are whole numbers, both ends included. */
export function parseWholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const number = readWholeNumber(text, minimum, maximum);
    if (number !== null) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
  };
}
