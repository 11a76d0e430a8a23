import type { z } from 'zod';

/** One field that was refused, named by its path, with what is wrong and what would be right. */
export type FieldError = { readonly field: string; readonly message: string };

/** What a schema refused, as field errors in the order of the input. */
export function fieldErrors(error: z.ZodError, prefix: readonly PropertyKey[] = []): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: formatPath([...path, key]),
        message: 'is not a known field',
      }));
    }
    return [{ field: formatPath(path), message: describe(issue) }];
  });
}

/** `events[3].properties.value`; the whole input is `body`. */
export function formatPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? String(key) : `${text}.${String(key)}`;
  }, '');
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  const missing = issue.message.endsWith('received undefined');
  return missing ? `is required (${issue.expected})` : issue.message.replace('Invalid input: ', '');
}
