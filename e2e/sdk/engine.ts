/** Somebody who visits pages, with a profile of their own. */
export type Visitor = {
  /** Opens an address, until its document is there. */
  open(address: string): Promise<void>;
  /** Opens an address in another tab of the same profile, which stays open. */
  openTab(address: string): Promise<void>;
  /** Runs statements in the page and resolves to what they return. */
  run(statements: string): Promise<unknown>;
  /** Runs statements that make the page go away, so that no answer may come. */
  runAndGo(statements: string): Promise<void>;
  /** Cuts the machine off its network, or joins it again. */
  setOffline(isOffline: boolean): Promise<void>;
  back(): Promise<void>;
  /** Closes the tab, as a person does, and forgets the profile. */
  leave(): Promise<void>;
};

/** A browser that runs. */
export type Engine = {
  readonly name: EngineName;
  readonly version: string;
  arrive(): Promise<Visitor>;
  close(): Promise<void>;
};

export type EngineName = 'chromium' | 'firefox' | 'webkit';
