import { widened } from '../../days/widened.ts';
import { workingMemory } from '../../working-memory.ts';

const FIRST_ROOM = 64;

/**
 * Sessions that have events of a value on a day, and when each began, in the order in which they were added: column by
 * column, outside of the heap of JavaScript. Columns may have room for more.
 */
export class ValuedSessions {
  length = 0;
  value = workingMemory.uint32(FIRST_ROOM);
  session = workingMemory.uint32(FIRST_ROOM);
  beganAt = workingMemory.float64(FIRST_ROOM);

  add(value: number, session: number, beganAt: number): void {
    const place = this.length;
    if (place === this.value.length) {
      this.value = widened(this.value, place + 1);
      this.session = widened(this.session, place + 1);
      this.beganAt = widened(this.beganAt, place + 1);
    }
    this.value[place] = value;
    this.session[place] = session;
    this.beganAt[place] = beganAt;
    this.length += 1;
  }
}
