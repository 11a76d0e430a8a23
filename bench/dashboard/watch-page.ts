declare global {
  interface Window {
    watchedPage: WatchedPage;
  }
}

/** What the page notes of itself while it loads. Times are of the page's clock, in milliseconds. */
type WatchedPage = {
  /** When the frame that shows them begins to be painted. */
  firstFigures: number | null;
  longestTask: number;
  /** As https://web.dev/articles/cls, without its windows: all shifts that nobody caused. */
  layoutShift: number;
};

/** Runs in the page before its own script. It is sent there as text, so that it may use nothing from outside. */
export function watchPage(): void {
  const watched: WatchedPage = { firstFigures: null, longestTask: 0, layoutShift: 0 };
  window.watchedPage = watched;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watched.longestTask = Math.max(watched.longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) watched.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const figures = new MutationObserver(() => {
    if (!/\d/.test(document.querySelector('.metric .figure')?.textContent ?? '')) return;
    figures.disconnect();
    // By the time that this is called, others may have been called in the same frame.
    requestAnimationFrame((frameBegan) => {
      watched.firstFigures = frameBegan;
    });
  });
  figures.observe(document, { childList: true, subtree: true, characterData: true });
}

/** Clicks, and tells the milliseconds until what `done` means has been painted. Sent to the page as text as well. */
export function clickAndWait({
  target,
  done,
}: {
  target: string;
  done: 'answered' | 'chosen';
}): Promise<number> {
  return new Promise((resolve) => {
    const element = document.querySelector<HTMLElement>(target);
    if (!element) throw new Error(`Nothing in the page is ${target}.`);
    let wasBusy = false;
    const observer = new MutationObserver(() => {
      const isBusy = document.querySelector('main')?.ariaBusy === 'true';
      wasBusy ||= isBusy;
      const isDone = done === 'answered' ? wasBusy && !isBusy : element.ariaSelected === 'true';
      if (!isDone) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
    });
    observer.observe(document.body, { attributes: true, childList: true, subtree: true });
    const started = performance.now();
    element.click();
  });
}
