import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

const NARROWEST = 240;

/** The width of an element in whole pixels, as it changes. */
export function useWidth(box: RefObject<HTMLElement | null>, usual: number): number {
  const [width, setWidth] = useState(usual);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(NARROWEST, Math.round(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
