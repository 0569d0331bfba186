import type { Config } from '../config/config.ts';
import type { Store } from '../storage/store.ts';

/** One command of the program: `platen user create NAME --role editor`. Help, usage errors and the docs read this row. */
export interface Command {
  /** Words that call it, such as `user create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the plain arguments, in order; a closing `?` marks one that may be left out. */
  readonly operands?: readonly string[];
  readonly flags?: Readonly<Record<string, { readonly help: string; readonly value?: string }>>;
  readonly run: (context: CommandContext) => Promise<void>;
}

export interface CommandContext {
  readonly operands: Readonly<Record<string, string | undefined>>;
  /** Flags with their text; a flag without a value is the empty text. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  /** The site's store, opened on first use and closed by the caller. */
  readonly store: () => Promise<Store>;
  /** A secret of the site for one purpose, the same one its servers derive. */
  readonly secret: (purpose: string) => Promise<Buffer>;
  readonly print: (line: string) => void;
  /** A prompt for one line; hidden for secrets. Undefined where nobody is at the terminal. */
  readonly ask: (question: string, options?: { hidden?: boolean }) => Promise<string | undefined>;
  readonly clock: () => number;
}

/** Something the person at the terminal can mend; shown without a stack. */
export class CommandError extends Error {}
