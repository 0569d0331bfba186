import { Readable } from 'node:stream';
import { answer } from '../../api/answer.ts';
import type { Call } from '../../api/call.ts';
import type { Engine } from '../../api/engine.ts';
import { errorBody, errorStatus } from '../../api/reply.ts';
import { type ApiRequest, type ApiResponse, bodyBudgets, callerKind } from '../../api/request.ts';
import type { HookDraft, HookKind } from '../../background/hook-kinds.ts';
import type { BeforeQuestion, Hooks } from '../../background/hooks.ts';
import { ApiError, errors } from '../../lib/errors.ts';
import type { FairScheduler } from '../../limits/fair-scheduler.ts';
import type { Caller } from '../../rules/capabilities.ts';
import type { Store } from '../../storage/store.ts';
import { runInTurn } from '../run-in-turn.ts';
import { batchErrors, limitedTo, refuseInAtomic, refuseInBatch } from './allowed-routes.ts';
import { hasFailed, longestPath, type Step, type StepResponse, stepRequest } from './step.ts';

/** What batches need of the application. */
export interface BatchContext {
  readonly engine: () => Engine;
  readonly turns: FairScheduler;
}

export interface BatchResult {
  /** False where the batch was to be atomic and a step failed: then nothing was stored. */
  readonly committed: boolean;
  readonly responses: readonly StepResponse[];
}

/** Answers the steps one after the other, each as the caller of the batch. */
export async function runBatch(steps: readonly Step[], call: Call, context: BatchContext): Promise<BatchResult> {
  const engine = limitedTo(context.engine(), refuseInBatch);
  return { committed: true, responses: await runSteps(steps, call, { ...context, engine, isAtomic: false }) };
}

/** Answers steps in order; each may use the answers of those before it. */
export async function runSteps(
  steps: readonly Step[],
  { request, caller, credential }: Call,
  work: Omit<BatchWork, 'request' | 'caller' | 'credential'>,
  beforeEach: () => void = () => {},
): Promise<StepResponse[]> {
  const responses: StepResponse[] = [];
  for (const step of steps) {
    beforeEach();
    responses.push(await answerStep(step, responses, { ...work, request, caller: step.actor ?? caller, credential }));
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
  context: BatchContext,
  { isRehearsal = false, alongside }: AtomicOptions = {},
): Promise<BatchResult> {
  const engine = context.engine();
  const { hooks } = engine;
  const also = alongside ? { alongside } : {};
  if (!hooks) return attempt(steps, call, context, { hooks: () => null, mayCommit: () => !isRehearsal, ...also });
  let asked: AskedQuestion[] = [];
  const collect = () => {
    asked = [];
    return collecting(hooks, asked);
  };
  const mayCommit = () => asked.length === 0 && !isRehearsal;
  const rehearsed = await attempt(steps, call, context, { hooks: collect, mayCommit, ...also });
  if (asked.length === 0) return finished(rehearsed, engine);
  await askAll(asked);
  const answered = { hooks: () => answering(hooks, asked), mayCommit: () => !isRehearsal, ...also };
  return finished(await attempt(steps, call, context, answered), engine);
}

export interface AtomicOptions {
  /** Whether everything is undone at the end. */
  readonly isRehearsal?: boolean;
  /** What is stored with the steps if all of them went well; it refuses by throwing, and then nothing is. */
  readonly alongside?: (store: Store, responses: readonly StepResponse[]) => Promise<void>;
}

interface Attempt extends Pick<AtomicOptions, 'alongside'> {
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
  context: BatchContext,
  { hooks, mayCommit, alongside }: Attempt,
): Promise<BatchResult> {
  // Nothing is proposed inside: the steps are carried out, or they are refused.
  const { propose: _propose, ...engine } = context.engine();
  try {
    const responses = await call.store.transaction(async (store) => {
      const faults: unknown[] = [];
      const refuseFaults = () => {
        if (faults.length > 0) throw faults[0];
      };
      const within: Engine = { ...engine, store, hooks: hooks(), ...watching(engine, faults) };
      // After a fault of the database the transaction may be gone: nothing more runs in it.
      const work = { ...context, engine: limitedTo(within, refuseInAtomic), isAtomic: true };
      const answered = await runSteps(steps, call, work, refuseFaults);
      refuseFaults();
      if (answered.some(hasFailed) || !mayCommit()) throw new Undone(answered);
      await alongside?.(store, answered);
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

/** The longest text that a site takes is shorter. */
const mostReferenced = 16 * 1024 * 1024;

/** What the steps of a batch share. */
export interface BatchWork {
  readonly engine: Engine;
  readonly request: ApiRequest;
  readonly caller: Caller;
  readonly credential: Call['credential'];
  readonly turns: FairScheduler;
  /** Whether a transaction is open: others wait for its locks, so no step waits for slow work of others. */
  readonly isAtomic: boolean;
}

/** Answers one step as its caller, in a turn of its own, with the permission and the budget of its route. */
export async function answerStep(
  step: Step,
  earlier: readonly StepResponse[],
  { engine, request: batch, caller, credential, turns, isAtomic }: BatchWork,
): Promise<StepResponse> {
  try {
    const mostBytes = Math.min(mostReferenced, bodyBudgets[callerKind(caller)].bytes);
    const resolved = step.isLiteral ? step : resolveReferences(step, earlier, mostBytes);
    const request = stepRequest(resolved, batch);
    // Whoever else asks within the step, such as an extension for a visitor, is identified as usual.
    const identify: Engine['identify'] = async (asked, store) =>
      asked === request ? { caller, credential } : engine.identify(asked, store);
    // Requests of everybody else go first.
    const turn = { address: batch.remoteAddress, isSlow: !isAtomic };
    return await runInTurn(turns, turn, async () => shown(await answer(request, { ...engine, identify })));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: errorStatus(error, caller), headers: {}, body: errorBody(error, caller) };
  }
}

function shown({ status, headers, type, payload }: ApiResponse): StepResponse {
  if (payload instanceof Readable) payload.destroy();
  if (payload !== null && (typeof payload !== 'string' || !type.startsWith('application/json')))
    throw batchErrors.platen_batch_not_json();
  const own = Object.entries(headers).filter(([, value]) => !String(value).includes('rel="https://api.w.org/"'));
  return { status, headers: Object.fromEntries(own), body: payload === null ? null : JSON.parse(payload) };
}

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

/** A reference in a path. */
export const inText = /\{([^{}]*)\}/g;
const form = /^(\d{1,3})\.(status|headers|body)((?:\.[\w:-]+)*)$/;

/**
 * A step with references replaced by values of earlier answers: `{0.body.id}` in its path, `{"$from": "0.body.id"}` in
 * its body. The number is the position of the step, the rest leads to the value. Many references to one long value
 * would make a small batch huge, so what they bring into the body is at most `mostBytes` long.
 */
export function resolveReferences(step: Step, earlier: readonly StepResponse[], mostBytes: number): Step {
  let length = 0;
  const path = step.path.replace(inText, (_, reference: string) => {
    const value = valueAt(reference, earlier);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw refused(reference, 'in a path it must lead to a text, a number, true or false');
    length += String(value).length;
    if (length > longestPath) throw errors.rest_url_too_long();
    return encodeURIComponent(value);
  });
  let bytes = 0;
  const body = resolveIn(step.body, (reference) => {
    const value = valueAt(reference, earlier);
    bytes += Buffer.byteLength(JSON.stringify(value));
    if (bytes > mostBytes)
      throw errors.rest_body_too_large({ why: `its references bring more than ${mostBytes} bytes` });
    return value;
  });
  return { ...step, path, body };
}

function resolveIn(value: unknown, find: (reference: string) => unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((one) => resolveIn(one, find));
  if (!('$from' in value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolveIn(member, find)]));
  }
  const { $from: reference, ...others } = value;
  if (typeof reference !== 'string' || Object.keys(others).length > 0)
    throw refused(JSON.stringify(reference), 'an object with $from has no other member, and $from is a text');
  return find(reference);
}

function valueAt(reference: string, earlier: readonly StepResponse[]): unknown {
  const [, position, part, rest = ''] = form.exec(reference) ?? [];
  if (position === undefined || part === undefined)
    throw refused(reference, 'write the position of an earlier step and a path, as in 0.body.id');
  const answered = earlier[Number(position)];
  if (!answered) throw refused(reference, 'there is no such earlier step');
  if (hasFailed(answered)) throw refused(reference, 'that step has failed');
  let value: unknown = Reflect.get(answered, part);
  for (const name of rest.split('.').slice(1)) {
    const isMember = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    if (!isMember) throw refused(reference, `there is no ${name} in that answer`);
    value = Reflect.get(Object(value), name);
  }
  return value;
}

const refused = (reference: string, why: string): Error => batchErrors.platen_invalid_reference({ reference, why });
