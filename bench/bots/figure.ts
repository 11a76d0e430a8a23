/** One figure, with the goal that it is held to. */
export type Figure = {
  readonly what: string;
  readonly found: string;
  readonly goal: string;
  readonly isMet: boolean;
};
