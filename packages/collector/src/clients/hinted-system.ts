import type { ClientHints } from './client.ts';
import { DESKTOP_SYSTEMS, OS_NAMES, PLATFORMS_OF_OS } from './names.ts';
import type { Product } from './product.ts';

/** The hints, unless their platform contradicts the user agent: then one of them lies, and hints prove nothing. */
export function trustHints(stated: Product, hints: ClientHints): ClientHints {
  const platform = platformOf(hints);
  if (platform === '' || stated.name === '') return hints;
  const own = PLATFORMS_OF_OS.get(stated.name);
  const possible = own ?? (DESKTOP_SYSTEMS.has(stated.name) ? ['Linux'] : []);
  return possible.includes(platform) ? hints : {};
}

/** The operating system by the user agent, with what the hints know better: its version, which browsers freeze. */
export function hintedSystem(stated: Product, hints: ClientHints): Product {
  const name = platformOf(hints);
  if (!PLATFORMS_OF_OS.has(name)) return stated;
  if (name === 'Linux') return stated.name === '' ? { name, version: '' } : stated;
  const version = unquote(hints.platformVersion);
  if (version !== '') return { name, version: name === 'Windows' ? windowsVersion(version) : version };
  return name === stated.name ? stated : { name, version: '' };
}

/** The text of a client hint, which browsers put into quotes; empty where there is none. */
export function unquote(value: string | undefined): string {
  return (value ?? '').replaceAll('"', '').trim().slice(0, 64);
}

function platformOf({ platform }: ClientHints): string {
  const name = unquote(platform);
  return OS_NAMES.get(name.toLowerCase()) ?? name;
}

/**
 * Windows counts its platform version by releases.
 * @see https://learn.microsoft.com/en-us/microsoft-edge/web-platform/how-to-detect-win11
 */
function windowsVersion(platformVersion: string): string {
  const [major = 0, minor = 0] = platformVersion.split('.').map(Number);
  if (major >= 13) return '11';
  if (major >= 1) return '10';
  return ['', '7', '8', '8.1'][minor] ?? '';
}
