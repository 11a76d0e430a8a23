import { invoke } from './core/invoke.ts';

/**
 * What an element says in attributes `data-service-…`, by their names in snake_case. An empty one says nothing, unless it
 * is a switch.
 */
export function attributesOf(
  element: Element | null,
  isSwitch?: (name: string) => boolean,
): Record<string, string> {
  const found: Record<string, string> = {};
  // By name, since a browser makes an object of each of `attributes`.
  for (const name of (element && invoke(element, 'getAttributeNames')) || []) {
    const value = (element && invoke(element, 'getAttribute', name)) || '';
    const property = name.split('data-service-')[1]?.replace(/-/g, '_');
    if (property && (value || isSwitch?.(property))) found[property] = value;
  }
  return found;
}
