import type { z } from 'zod';
import { MAX_FIELD_ERRORS } from './constants.ts';

/** One field that was refused, named by its path, with what is wrong and what would be right. */
export type FieldError = { readonly field: string; readonly message: string };

/** What is said of a field that a schema does not know. */
export const UNKNOWN_FIELD = 'is not a known field';

/** What a schema refused, as field errors in the order of the input. */
export function fieldErrors(error: z.ZodError, prefix: readonly PropertyKey[] = []): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: formatPath([...path, key]),
        message: UNKNOWN_FIELD,
      }));
    }
    return [{ field: formatPath(path), message: describe(issue) }];
  });
}

/** What is told of a name that a caller made up: enough to find it by. */
const MAX_NAME = 100;

/** `events[3].properties.value`; the whole input is `body`. */
export function formatPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    const name = String(key);
    const told = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME).toWellFormed()}…` : name;
    return text === '' ? told : `${text}.${told}`;
  }, '');
}

/** Field errors in a sentence, except for its full stop: the first of them, and how many more there are. */
export function fieldErrorsInWords(errors: readonly FieldError[]): string {
  const told = errors.slice(0, MAX_FIELD_ERRORS).map(({ field, message }) => `${field} ${message}`);
  const more = errors.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

/** How a caller is told of a type. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** The words of the schema library itself, which name its types: a schema's own words are kept as they are. */
const WRONG_TYPE = /^Invalid input: expected (\w+), received (\w+)$/;
const WRONG_SIZE = /^Too (big|small): /;

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'invalid_type') return describeType(issue.message);
  if (issue.code === 'too_big' && WRONG_SIZE.test(issue.message)) {
    return describeSize(issue.origin, `at most ${issue.maximum}`);
  }
  if (issue.code === 'too_small' && WRONG_SIZE.test(issue.message)) {
    return describeSize(issue.origin, `at least ${issue.minimum}`);
  }
  return issue.message.startsWith('Invalid') ? 'is not valid' : issue.message;
}

function describeType(message: string): string {
  const [, expected = '', received = ''] = WRONG_TYPE.exec(message) ?? [];
  const wanted = TYPE_NAMES[expected];
  if (wanted === undefined) return message;
  if (expected === 'int' && received === 'number') return `must be ${wanted}`;
  if (received === 'undefined') return `is required and must be ${wanted}`;
  return `must be ${wanted}, not ${TYPE_NAMES[received] ?? received}`;
}

function describeSize(origin: string, bound: string): string {
  if (origin === 'string') return `must have ${bound} characters`;
  if (origin === 'array') return `must hold ${bound} elements`;
  return `must be ${bound}`;
}
