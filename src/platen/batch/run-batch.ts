import type { Call } from '../../api/call.ts';
import type { Engine } from '../../api/engine.ts';
import type { Hooks } from '../../hooks/hooks.ts';
import { limitedTo, refuseInAtomic, refuseInBatch } from './allowed-routes.ts';
import { answerStep } from './answer-step.ts';
import { type AskedQuestion, answering, askAll, collecting } from './asked-hooks.ts';
import { hasFailed, type Step, type StepResponse } from './step.ts';

export interface BatchResult {
  /** False where the batch was to be atomic and a step failed: then nothing was stored. */
  readonly committed: boolean;
  readonly responses: readonly StepResponse[];
}

/** Answers the steps one after the other, each as the caller of the batch. */
export async function runBatch(steps: readonly Step[], call: Call, engine: Engine): Promise<BatchResult> {
  return { committed: true, responses: await runSteps(steps, call, limitedTo(engine, refuseInBatch)) };
}

/** Answers steps in order; each may use the answers of those before it. */
export async function runSteps(
  steps: readonly Step[],
  { request, caller }: Call,
  engine: Engine,
  beforeEach: () => void = () => {},
): Promise<StepResponse[]> {
  const responses: StepResponse[] = [];
  for (const step of steps) {
    beforeEach();
    responses.push(await answerStep(step, responses, { engine, request, caller }));
  }
  return responses;
}

/**
 * Answers the steps in one transaction: all are stored, or nothing is. Extensions may only be asked outside of it, so if
 * they listen, the steps run once to find out what to ask, and then again with the answers.
 */
export async function runAtomicBatch(
  steps: readonly Step[],
  call: Call,
  engine: Engine,
  { isRehearsal = false }: { readonly isRehearsal?: boolean } = {},
): Promise<BatchResult> {
  const { hooks } = engine;
  if (!hooks) return attempt(steps, call, engine, { hooks: () => null, mayCommit: () => !isRehearsal });
  let asked: AskedQuestion[] = [];
  const collect = () => {
    asked = [];
    return collecting(hooks, asked);
  };
  const mayCommit = () => asked.length === 0 && !isRehearsal;
  const rehearsed = await attempt(steps, call, engine, { hooks: collect, mayCommit });
  if (asked.length === 0) return finished(rehearsed, engine);
  await askAll(asked);
  const answered = { hooks: () => answering(hooks, asked), mayCommit: () => !isRehearsal };
  return finished(await attempt(steps, call, engine, answered), engine);
}

interface Attempt {
  /** Made whenever the transaction begins, which it may do again after a conflict with another writer. */
  readonly hooks: () => Hooks | null;
  readonly mayCommit: () => boolean;
}

/** What was recorded for extensions is handed over only now. */
function finished(result: BatchResult, { hooks }: Engine): BatchResult {
  if (result.committed) hooks?.wake();
  return result;
}

/** Thrown to end a transaction without storing anything. */
class Undone extends Error {
  readonly responses: readonly StepResponse[];
  constructor(responses: readonly StepResponse[]) {
    super('The batch was undone.');
    this.responses = responses;
  }
}

async function attempt(
  steps: readonly Step[],
  call: Call,
  engine: Engine,
  { hooks, mayCommit }: Attempt,
): Promise<BatchResult> {
  try {
    const responses = await call.store.transaction(async (store) => {
      const faults: unknown[] = [];
      const refuseFaults = () => {
        if (faults.length > 0) throw faults[0];
      };
      const within: Engine = { ...engine, store, hooks: hooks(), ...watching(engine, faults) };
      // After a fault of the database the transaction may be gone: nothing more runs in it.
      const answered = await runSteps(steps, call, limitedTo(within, refuseInAtomic), refuseFaults);
      refuseFaults();
      if (answered.some(hasFailed) || !mayCommit()) throw new Undone(answered);
      return answered;
    });
    return { committed: true, responses };
  } catch (error) {
    if (error instanceof Undone) return { committed: false, responses: error.responses };
    throw error;
  }
}

/** Notes faults that are not an answer to one step; the batch as a whole fails with them, or runs again. */
function watching(engine: Engine, faults: unknown[]): Pick<Engine, 'translate' | 'report'> {
  return {
    translate: (error) => {
      const known = engine.translate?.(error) ?? null;
      if (known?.status !== 400) faults.push(error);
      return known;
    },
    report: () => {},
  };
}
