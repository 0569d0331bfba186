import { ApiError } from '../../errors.ts';
import type { HookDraft, HookKind } from '../../hooks/hook-kinds.ts';
import type { BeforeQuestion, Hooks } from '../../hooks/hooks.ts';
import { batchErrors } from './batch-errors.ts';

/** A question that an operation had for extensions, and their answer once they were asked. */
export interface AskedQuestion {
  readonly key: string;
  /** Asks them, outside of any transaction. */
  readonly ask: () => Promise<unknown>;
  answer?: { readonly changes: unknown } | { readonly refusal: ApiError };
}

const keyOf = ({ kind, actions }: BeforeQuestion<HookKind>): string => `${kind} ${actions.join()}`;

/**
 * Hooks for work inside the transaction of a batch. Inside a transaction nobody may be asked: at first, questions are
 * only collected.
 */
export function collecting(hooks: Hooks, asked: AskedQuestion[]): Hooks {
  return {
    ...hooks.inside(),
    asks: hooks.asks,
    before: async (question) => {
      asked.push({ key: keyOf(question), ask: () => hooks.before(question) });
      return {};
    },
  };
}

/** Asks extensions what was collected, in order; a refusal is the answer to its question. */
export async function askAll(asked: readonly AskedQuestion[]): Promise<void> {
  for (const one of asked) {
    try {
      one.answer = { changes: await one.ask() };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      one.answer = { refusal: error };
    }
  }
}

/** Hooks that repeat the answers, in a second run of the same steps. */
export function answering(hooks: Hooks, asked: readonly AskedQuestion[]): Hooks {
  let next = 0;
  return {
    ...hooks.inside(),
    asks: hooks.asks,
    before: async <K extends HookKind>(question: BeforeQuestion<K>) => {
      const known = asked[next++];
      if (known?.key !== keyOf(question) || !known.answer) throw batchErrors.platen_batch_conflict();
      if ('refusal' in known.answer) throw known.answer.refusal;
      // It was the answer to a question of the same kind.
      return known.answer.changes as Partial<HookDraft<K>>;
    },
  };
}
