/** Active codes of ISO 4217, list one: money, funds, precious metals and units of account. */
const ACTIVE = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
  CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL
  HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA
  MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
  RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
  USN UYI UYU UYW UZS VED VES VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER
  ZAR ZMW ZWG`;

/** Withdrawn since 2021. Systems are slow to forget a code, and events may be 400 days old. */
const WITHDRAWN = 'ANG BGN CUC HRK SLL ZWL';

/** Codes of no country's money, and of no group's: metals, funds, units of account, tests, and none at all. */
const NO_MONEY = `
  BOV CHE CHW CLF COU MXV USN UYI UYW XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX`;

/** What a project's totals can be in: money that people pay with. */
export const PROJECT_CURRENCIES: ReadonlySet<string> = new Set(
  wordsOf(ACTIVE).filter((code) => !wordsOf(NO_MONEY).includes(code)),
);

/** The currency codes that are known, in capitals. */
export const CURRENCIES: ReadonlySet<string> = new Set([...wordsOf(ACTIVE), ...wordsOf(WITHDRAWN)]);

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}
