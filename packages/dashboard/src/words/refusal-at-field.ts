/** How what a schema says of a field begins. What begins with a name or an address has its subject, in small letters too. */
const NO_SUBJECT = /^(must|is|was|has|names|cannot|may) /;

/** What is wrong with a field, as it stands beside that: `must be a string` has no subject of its own, and no end. */
export function refusalAtField(message: string): string {
  const sentence = NO_SUBJECT.test(message) ? `It ${message}` : message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
