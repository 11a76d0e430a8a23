import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import type { ChartLayout } from './chart-layout.ts';
import { useWidth } from './use-width.ts';

type ChartFrameProps = {
  /** What it shows, and what keys do. */
  readonly name: string;
  /** The place that is read, by pointer or by arrow keys. */
  readonly read: Signal<number | null>;
  layOut(width: number): ChartLayout;
  /** A place as it is read aloud. */
  spoken(place: number): string;
  onOpen(place: number): void;
  onNote?(place: number): void;
  /** A mouse was drawn from one place to a later one. */
  onSpan?(first: number, last: number): void;
  /** What is in the picture. */
  draw(layout: ChartLayout, place: number | null): ComponentChildren;
  /** The values at the place that is read. */
  readOut(layout: ChartLayout, place: number): ComponentChildren;
};

/** A chart as a slider, which is read by pointer and by keys, and opens what is read. */
export function ChartFrame({ name, read, onOpen, onNote, onSpan, ...of }: ChartFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const layout = of.layOut(useWidth(box, 1120));
  const { width, height, places } = layout;
  const place = read.value !== null && read.value < places ? read.value : null;
  const act = (of = onOpen) => place !== null && of(place);
  /** Where a mouse was pressed, of how many places: from there to the place that is read a span is being chosen. */
  const from = useRef<{ readonly place: number; readonly of: number } | null>(null);
  const span = () => {
    const ends = [from.current?.of === places ? from.current.place : null, read.value];
    if (ends.includes(null) || ends[0] === ends[1]) return null;
    return (ends as [number, number]).sort((one, other) => one - other);
  };
  const drawn = span();
  const placeUnder = ({ currentTarget, clientX }: PointerEvent) =>
    layout.placeAt(clientX - (currentTarget as HTMLElement).getBoundingClientRect().left);
  const leave = () => {
    from.current = read.value = null;
  };
  /** Arrows, Home and End go from place to place, Enter opens one, `a` notes something of it, Escape leaves. */
  const readByKey = (event: KeyboardEvent) => {
    const at = place ?? places - 1;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: places - 1 }[event.key];
    if (next !== undefined) read.value = Math.max(0, Math.min(places - 1, next));
    else if (event.key === 'Escape' && place !== null) leave();
    else if (event.key === 'Enter') act();
    else if (event.key === 'a' && onNote && place !== null) act(onNote);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="chart"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`${name}. Arrow keys read the values, Enter opens a day${onNote ? ', a notes something of it' : ''}.`}
      aria-valuemin={0}
      aria-valuemax={places - 1}
      aria-valuenow={place ?? places - 1}
      aria-valuetext={of.spoken(place ?? places - 1)}
      onPointerMove={(event) => {
        read.value = placeUnder(event);
      }}
      onPointerDown={(event) => {
        // A finger reads.
        if (onSpan && event.pointerType === 'mouse') from.current = { place: placeUnder(event), of: places };
      }}
      onPointerLeave={leave}
      onClick={(event) => {
        const ends = span();
        // Other days may have come while the mouse was pressed: it meant none of these.
        const meansOthers = from.current !== null && from.current.of !== places;
        from.current = null;
        if (ends) onSpan?.(...ends);
        else if (!meansOthers) act(event.altKey ? onNote : onOpen);
      }}
      onKeyDown={readByKey}
      onBlur={leave}
    >
      <svg {...{ width, height, viewBox: `0 0 ${width} ${height}` }} aria-hidden="true">
        {drawn && (
          <path
            class="area"
            d={`M${layout.x(drawn[0])} 0H${layout.x(drawn[1])}V${height}H${layout.x(drawn[0])}z`}
          />
        )}
        {of.draw(layout, place)}
      </svg>
      {place !== null && of.readOut(layout, place)}
    </div>
  );
}
