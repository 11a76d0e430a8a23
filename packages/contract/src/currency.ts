/** Currencies whose minor unit is not the hundredth part (ISO 4217, list one). */
const MINOR_DIGITS: Readonly<Record<string, number>> = {
  BHD: 3,
  BIF: 0,
  CLF: 4,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  IQD: 3,
  ISK: 0,
  JOD: 3,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  PYG: 0,
  RWF: 0,
  TND: 3,
  UGX: 0,
  UYI: 0,
  UYW: 4,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

/** How many digits the minor unit of a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  return MINOR_DIGITS[currency] ?? 2;
}

/** An amount in major units (129.9) as an integer of minor units (12990), rounded half to even. */
export function toMinorUnits(amount: number, currency: string): number {
  const exact = shiftDecimals(amount, minorDigits(currency));
  const floor = Math.floor(exact);
  const rest = exact - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Minor units as a number in major units: 12990 cents are 129.9. */
export function toMajorUnits(minor: number, currency: string): number {
  return shiftDecimals(minor, -minorDigits(currency));
}

/** Times a power of ten, in decimal: 1.005 is 100.5, where a product of floats is 100.49999999999999. */
function shiftDecimals(number: number, digits: number): number {
  const [mantissa, exponent = 0] = String(number).split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}
