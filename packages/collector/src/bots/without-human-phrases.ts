import { HUMAN_PHRASES, HUMAN_SHAPES, SELF_DECLARED } from './tables/human-exceptions.ts';

/**
 * A user agent without the words by which devices and apps of people are taken for bots. Empty where its whole shape
 * is that of a device, unless it declares itself a bot beside.
 */
export function withoutHumanPhrases(userAgent: string): string {
  let text = userAgent;
  for (const phrase of HUMAN_PHRASES) text = text.replace(phrase, ' ');
  const isDevice = HUMAN_SHAPES.some((shape) => shape.test(userAgent));
  return isDevice && !SELF_DECLARED.test(text) ? '' : text;
}
