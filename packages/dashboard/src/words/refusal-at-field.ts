/** What is wrong with a field, as it stands beside that: `must be a string` has no subject of its own. */
export function refusalAtField(message: string): string {
  return /^[a-z]/.test(message) ? `It ${message}.` : message;
}
