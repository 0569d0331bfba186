import type { FuzzSite } from '../world/fuzz-site.ts';
import type { Random } from './random.ts';

/** One kind of attack. A case is plain JSON, so that one that found something can be kept as a file and run again. */
export interface Part<Case> {
  readonly name: string;
  /** How many cases run at once. */
  readonly lanes: number;
  open(site: FuzzSite): Promise<OpenPart<Case>>;
}

export interface OpenPart<Case> {
  next(random: Random): Case;
  /** Runs a case; what is wrong with the outcome, each in a sentence. */
  run(one: Case): Promise<readonly string[]>;
  /** Judges what was gathered meanwhile, and releases what was opened. */
  close?(): Promise<readonly string[]>;
}

/** What is wrong, and the case that shows it. */
export interface Finding {
  readonly part: string;
  readonly complaint: string;
  readonly input: unknown;
}

/** A part whose kind of case is its own affair; the runner hands its cases back to it and looks at none. */
export interface AnyPart {
  readonly name: string;
  readonly lanes: number;
  open(site: FuzzSite): Promise<AnyOpenPart>;
}

export interface AnyOpenPart {
  next(random: Random): unknown;
  run(one: unknown): Promise<readonly string[]>;
  close?(): Promise<readonly string[]>;
}

/** Forgets the type of a part's cases, which come from `next` or from a file that `run` of the same part wrote. */
export function anyPart<Case>(part: Part<Case>): AnyPart {
  return {
    name: part.name,
    lanes: part.lanes,
    async open(site) {
      const opened = await part.open(site);
      // The case was made by this very part.
      return { ...opened, run: (one) => opened.run(one as Case) };
    },
  };
}
