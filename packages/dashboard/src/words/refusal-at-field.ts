/** What is wrong with a field, as it stands beside that: `must be a string` has no subject of its own, and no end. */
export function refusalAtField(message: string): string {
  const sentence = /^[a-z]/.test(message) ? `It ${message}` : message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
