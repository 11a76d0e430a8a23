import { createHash } from 'node:crypto';
import { contentHash } from '../edge/content-hash.ts';
import { pinnedName, type ScriptKind } from './kept-scripts.ts';

type Pinning = {
  readonly kind: ScriptKind;
  readonly baseUrl: string;
  readonly trackingKey: string;
};

/**
 * The tag whose script a browser refuses if a single byte of it is another. Without `crossorigin` it would refuse each of
 * another host, since it may not look into what it compares.
 */
export function pinnedTag(content: Buffer, { kind, baseUrl, trackingKey }: Pinning): string {
  const address = `${baseUrl}/${pinnedName(kind, contentHash(content))}`;
  const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
  const key = kind === 'sdk.consent' ? '' : ` data-service-api-key="${trackingKey}"`;
  return `<script async src="${address}" integrity="${integrity}" crossorigin="anonymous"${key}></script>`;
}
