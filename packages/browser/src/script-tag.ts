import { attributesOf } from './attributes-of.ts';
import { documentValue } from './core/document-value.ts';
import { invoke } from './core/invoke.ts';
import { isSwitch } from './core/settings.ts';

/** The script element that loads the SDK. Known only while the script runs for the first time. */
export function findScript(): Element | null {
  return (
    documentValue('currentScript') ||
    invoke(document, 'querySelector', 'script[data-service-api-key]') ||
    null
  );
}

/**
 * The configuration in the attributes of the script element, under their names: `data-service-auto-track="false"` is
 * `auto_track: false`, as are `0`, `no` and `off`; domains are separated by spaces or commas. Where the script came from is where events go, unless
 * it says otherwise.
 */
export function scriptConfig(script: Element | null): Record<string, unknown> {
  const { src } = (script || {}) as HTMLScriptElement;
  // `src` is absolute, whatever the attribute says, so no `new URL`, which costs a slow phone milliseconds.
  const config: Record<string, unknown> = { endpoint: (src || location.href).split('/', 3).join('/') };
  // As in HTML, a switch without a value is on. Another option without one was left out by a template; a denial that was
  // lost so must not become a grant.
  const isSaid = (option: string) => isSwitch(option) || option === 'consent';
  for (const [option, value] of Object.entries(attributesOf(script, isSaid)))
    config[option] =
      !(isSwitch(option) ? /^(false|0|no|off)$/i : /^false$/i).test(value) &&
      (value || option === 'consent' ? value : true);
  return config;
}
