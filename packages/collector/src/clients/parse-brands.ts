import { BRAND_NAMES } from './names.ts';
import type { Product } from './product.ts';

/**
 * The product that a brand list such as `"Chromium";v="156", "Microsoft Edge";v="156", "Not?A_Brand";v="99"` names.
 * Chrome only when there is no other: products built on it list it as well.
 */
export function parseBrands(list: string): Product | null {
  let chrome: Product | null = null;
  for (const [, brand = '', version = ''] of list.matchAll(/"([^"]{1,64})";\s*v="([\d.]{1,32})"/g)) {
    const name = BRAND_NAMES.get(brand);
    if (name === 'Chrome') chrome = { name, version };
    else if (name !== undefined) return { name, version };
  }
  return chrome;
}
