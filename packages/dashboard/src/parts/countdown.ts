import { useEffect, useState } from 'preact/hooks';

/** Seconds that are left of a wait, down to zero, which calls `onOver`. Another `key` begins another wait. */
export function useCountdown(seconds: number, key: unknown, onOver?: () => void): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    if (seconds <= 0) return;
    const until = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      onOver?.();
    }, 250);
    return () => clearInterval(timer);
  }, [key]);
  return left;
}
