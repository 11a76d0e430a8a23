import { screen } from './browser.ts';

/** The size of the screen. What a page has put in its place with `var` may have none, or be nothing. */
export function screenSize(): Pick<Screen, 'width' | 'height'> {
  const { width = 0, height = 0 } = Object(screen);
  return { width, height };
}
