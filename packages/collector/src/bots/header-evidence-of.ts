import type { HeaderEvidence } from './evidence.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What the headers of a request (names in lower case) tell of its sender. Over plain http browsers keep silent. */
export function headerEvidenceOf(headers: Headers, isSecure: boolean): HeaderEvidence {
  return {
    acceptLanguage: textOf(headers['accept-language']),
    secFetch: isSecure ? 'sec-fetch-mode' in headers || 'sec-fetch-site' in headers : null,
    signatureAgent: textOf(headers['signature-agent']),
  };
}

function textOf(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
