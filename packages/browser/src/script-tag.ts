import { attributesOf } from './attributes-of.ts';
import { documentValue } from './core/document-value.ts';
import { invoke } from './core/invoke.ts';
import { isSwitch } from './core/settings.ts';

const TAG = 'script[data-service-api-key]';

/** The elements that load it as a module, of those that the page has so far. */
export function findModules(): Element[] {
  return [...(invoke(document, 'querySelectorAll', `${TAG}[type=module]`) || [])];
}

/**
 * The script elements that load the SDK. Known only while the script runs for the first time; a module never knows its own,
 * and a browser runs one of several with the same address, so each element of a module is meant.
 */
export function findScripts(): (Element | null)[] {
  const own = documentValue('currentScript');
  const modules = own ? [own] : findModules();
  // Where a program of the page's own runs the script.
  return modules.length ? modules : [invoke(document, 'querySelector', TAG) || null];
}

/**
 * The configuration in the attributes of the script element, under their names: `data-service-auto-track="false"` is
 * `auto_track: false`, as are `0`, `no` and `off`; domains are separated by spaces or commas. Where the script came
 * from is where events go, unless it says otherwise.
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
