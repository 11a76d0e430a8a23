/** Millionths as a decimal number, with two digits behind the point at least. */
export function decimalOf(micros: string): string {
  const digits = micros.replace('-', '').padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '');
  return `${micros.startsWith('-') ? '-' : ''}${digits.slice(0, -6)}.${fraction}`;
}
