/** A visitor, and the first user that it was identified as. */
export type Identified = { readonly visitor: number; readonly user: number };

/** How much was known of who is who. */
export type Moment = { readonly epoch: number; readonly learnt: number };

/** What is known of who is who, and what was learnt since moments before: whatever does not follow from that still holds. */
export class Learning {
  /** Now. */
  readonly moment: Moment;
  readonly #learnt: readonly Identified[];

  /**
   * @param epoch another one begins with anything but a visitor that is identified for the first time
   * @param learnt in this epoch
   */
  constructor(epoch: number, learnt: readonly Identified[]) {
    this.moment = { epoch, learnt: learnt.length };
    this.#learnt = learnt;
  }

  /** Null where anybody may be somebody else. */
  since({ epoch, learnt }: Moment): readonly Identified[] | null {
    return epoch === this.moment.epoch ? this.#learnt.slice(learnt, this.moment.learnt) : null;
  }
}
