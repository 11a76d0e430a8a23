import { z } from 'zod';

/**
 * A list of at most so many elements, which are looked at only where there are no more of them: a complaint about each of
 * a million would fill the memory. The bound stands in the inner schema as well, for those who read it: the compiled check and
 * the API document.
 */
export function shortList<Element extends z.ZodType>(element: Element, most: number) {
  return z.preprocess((value, context) => {
    if (!Array.isArray(value) || value.length <= most) return value;
    context.addIssue(`must hold at most ${most} elements`);
    return z.NEVER;
  }, z.array(element).max(most));
}

/** As `shortList`, of an object with members of any name. */
export function shortRecord<Member extends z.ZodType>(member: Member, most: number) {
  return z.preprocess(
    (value, context) => {
      if (typeof value !== 'object' || value === null || Object.keys(value).length <= most) return value;
      context.addIssue(`must have at most ${most} members`);
      return z.NEVER;
    },
    z.record(z.string(), member).meta({ maxProperties: most }),
  );
}
