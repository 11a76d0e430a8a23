import { withRoomToGrow } from '../../with-room-to-grow.ts';
import { workingMemory } from '../../working-memory.ts';

/** The marked events of a day, one after the other. Those of another day take the place of the ones before. */
export class MarkedEvents {
  count = 0;
  /** Which events of the day they are. */
  index = workingMemory.uint32(0);

  /** @param marks a 1 for each of them, and a 0 for the others, of so many as the day has */
  read(marks: Uint8Array, events: number): void {
    if (this.index.length < events) this.index = workingMemory.uint32(withRoomToGrow(events));
    this.count = find(marks, events, this.index);
  }
}

/** Without a branch: what filters leave is as good as random, and a processor that guesses is slowed down by it. */
function find(marks: Uint8Array, events: number, index: Uint32Array): number {
  let found = 0;
  for (let event = 0; event < events; event += 1) {
    index[found] = event;
    found += marks[event] as number;
  }
  return found;
}
