/**
 * Where visitors of the demo shop are, what they speak, and how often (weights). `address` is the first of a network of
 * a provider there: the place is looked up by it, as of every visit, and it is not stored.
 */
export const COUNTRIES = [
  { weight: 400, country: 'DE', language: 'de-DE', address: '91.0.0.1' },
  { weight: 110, country: 'AT', language: 'de-AT', address: '80.108.0.1' },
  { weight: 90, country: 'CH', language: 'de-CH', address: '85.0.0.1' },
  { weight: 75, country: 'GB', language: 'en-GB', address: '86.128.0.1' },
  { weight: 62, country: 'FR', language: 'fr-FR', address: '90.0.0.1' },
  { weight: 50, country: 'NL', language: 'nl-NL', address: '84.80.0.1' },
  { weight: 46, country: 'US', language: 'en-US', address: '73.0.0.1' },
  { weight: 30, country: 'IT', language: 'it-IT', address: '79.0.0.1' },
  { weight: 24, country: 'BE', language: 'nl-BE', address: '81.240.0.1' },
  { weight: 22, country: 'DK', language: 'da-DK', address: '80.160.0.1' },
  { weight: 20, country: 'ES', language: 'es-ES', address: '88.0.0.1' },
  { weight: 18, country: 'SE', language: 'sv-SE', address: '81.224.0.1' },
  { weight: 16, country: 'PL', language: 'pl-PL', address: '83.0.0.1' },
  { weight: 12, country: 'NO', language: 'nb-NO', address: '84.208.0.1' },
  { weight: 9, country: 'FI', language: 'fi-FI', address: '91.152.0.1' },
  { weight: 8, country: 'CA', language: 'en-CA', address: '99.224.0.1' },
  { weight: 5, country: 'JP', language: 'ja-JP', address: '126.0.0.1' },
  { weight: 3, country: 'AU', language: 'en-AU', address: '1.128.0.1' },
] as const;
