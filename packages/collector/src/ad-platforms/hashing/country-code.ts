/** A country as ISO 3166-1 writes it, as far as it is one: UK is what many write for GB. Empty where there is none. */
export function countryCode(text: string | null | undefined): string {
  const code = (text ?? '').trim().toUpperCase();
  return code === 'UK' ? 'GB' : code;
}
