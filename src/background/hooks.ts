import type { Schema } from '../lib/schema/schema.ts';
import { accept, Refusal } from '../lib/schema/validate.ts';
import { sentLength, type TextLimit, textLimits } from '../rules/text-limits.ts';
import type { Store } from '../storage/store.ts';
import { type Guard, runAs } from './guard.ts';
import type {
  AfterAction,
  AfterEvent,
  BeforeAction,
  HookDraft,
  HookItem,
  HookKind,
  ProposeEvent,
} from './hook-kinds.ts';
import { HookRefusal, hookErrors, refusalError } from './hook-refusal.ts';
import type { Queue } from './queue.ts';
import type { QueueJob } from './queue-topic.ts';

/** What is about to happen, as an operation tells it. */
export interface BeforeQuestion<K extends HookKind> {
  readonly kind: K;
  /** Asked in this order: `create` or `update` comes before `publish`. */
  readonly actions: readonly BeforeAction<K>[];
  readonly item: HookItem<K> | null;
  readonly draft: HookDraft<K>;
  /** What a changed value must be. */
  readonly shape: DraftShape;
  readonly userId: number;
}

/** What has happened, as an operation tells it inside its transaction. */
export interface HookRecord<K extends HookKind> {
  readonly kind: K;
  readonly actions: readonly AfterAction<K>[];
  /** The item, for the order of its events. */
  readonly id: number;
  readonly item: HookItem<K>;
  readonly userId: number;
  readonly atMs: number;
  /** What was changed, for the audit log alone: names, and values only where they are no content. */
  readonly changed?: Readonly<Record<string, unknown>>;
  /** Where the request came from, for the audit log alone. */
  readonly address?: string;
}

/** The hooks of all extensions, as operations use them. */
export interface Hooks {
  /** Whether anybody listens before one of these actions; if not, there is no need to load anything for it. */
  asks<K extends HookKind>(kind: K, actions: readonly BeforeAction<K>[]): boolean;
  /**
   * Asks every hook before a write, outside of any transaction. Returns the values that hooks changed; throws the
   * refusal of the first one that refuses.
   */
  before<K extends HookKind>(question: BeforeQuestion<K>): Promise<Partial<HookDraft<K>>>;
  /** Queues what has happened in the transaction of the write itself. */
  record<K extends HookKind>(store: Store, record: HookRecord<K>): Promise<void>;
  /** Tells the queue that a write is committed. */
  wake(): void;
  /** The same hooks for work inside a transaction: what was to be asked has been asked before. */
  inside(): Hooks;
  /** The same hooks for writes of an extension, which is not told of its own. */
  without(extension: string): Hooks;
}

/** The stored form of an event. */
type StoredEvent = Omit<AfterEvent<HookKind>, 'id' | 'attempt' | 'signal'>;

/** How long a hook after a write may take before it is repeated. */
export const afterDeadlineMs = 30_000;

/** Registers the listeners with the queue. Null if nobody listens: operations then skip everything about hooks. */
export function createHooks(listeners: readonly HookListener[], queue: Queue): Hooks | null {
  if (listeners.every(({ before, after }) => before.size === 0 && after.size === 0)) return null;
  for (const listener of listeners) if (listener.after.size > 0) handleEvents(listener, queue);
  return hooksOf(listeners, queue);
}

function hooksOf(listeners: readonly HookListener[], queue: Queue): Hooks {
  const asked = new Set(listeners.flatMap(({ before }) => [...before.keys()]));
  const shared = {
    asks: (kind: HookKind, actions: readonly string[]) => actions.some((action) => asked.has(`${kind}.${action}`)),
    wake: () => queue.wakeIfQueued(),
    async record<K extends HookKind>(store: Store, record: HookRecord<K>): Promise<void> {
      const { kind, actions, id, changed: _changed, address: _address, ...facts } = record;
      for (const action of actions) {
        for (const { guard, after } of listeners) {
          if (!after.has(`${kind}.${action}`)) continue;
          const payload = { kind, action, ...facts };
          await queue.enqueue(store, { topic: topicOf(guard.extension), key: `${kind}:${id}`, payload });
        }
      }
    },
    without: (name: string) =>
      hooksOf(
        listeners.filter(({ guard }) => guard.extension !== name),
        queue,
      ),
  };
  const inside: Hooks = {
    ...shared,
    asks: () => false,
    before: async () => ({}),
    wake: () => {},
    inside: () => inside,
  };
  return { ...shared, before: (question) => askBefore(listeners, question), inside: () => inside };
}

const topicOf = (extension: string): string => `hooks of ${extension}`;

function handleEvents({ guard, after }: HookListener, queue: Queue): void {
  queue.handle({
    name: topicOf(guard.extension),
    deadlineMs: afterDeadlineMs,
    handle: async ({ id, payload, attempt, signal }: QueueJob) => {
      // Only `record` queues jobs under this topic.
      const stored = payload as StoredEvent;
      const event = { ...stored, id, attempt, signal };
      // The key of a hook is derived from the types of its event.
      await runAs(guard.extension, () => after.get(`${stored.kind}.${stored.action}`)?.(event as never));
    },
    onFailure: (error, { payload }) => {
      // As above.
      const { kind, action } = payload as StoredEvent;
      guard.note(`after ${kind}.${action}`, error);
    },
  });
}

/** The same hooks for the writes of one request: what they record tells where it came from. */
export function hooksFrom(hooks: Hooks, address: string): Hooks {
  return {
    asks: hooks.asks,
    before: hooks.before,
    record: (store, record) => hooks.record(store, { ...record, address }),
    wake: hooks.wake,
    inside: () => hooksFrom(hooks.inside(), address),
    without: (extension) => hooksFrom(hooks.without(extension), address),
  };
}

/** How long a hook may hold up a write. */
export const beforeDeadlineMs = 1_000;

/**
 * Asks each listener in turn; one sees the changes of those before it. A hook that fails, is late or answers nonsense
 * counts as one that said nothing, so that the write is as it would be without it; if it must answer, nothing is
 * written.
 */
export async function askBefore<K extends HookKind>(
  listeners: readonly HookListener[],
  question: BeforeQuestion<K>,
): Promise<Partial<HookDraft<K>>> {
  const changes: Partial<HookDraft<K>> = {};
  for (const action of question.actions) {
    for (const listener of listeners) {
      const hook = listener.before.get(`${question.kind}.${action}`);
      if (hook) Object.assign(changes, await askOne(listener, hook, action, question, changes));
    }
  }
  return changes;
}

async function askOne<K extends HookKind>(
  { guard, mustAnswer }: HookListener,
  hook: BoundHook,
  action: BeforeAction<K>,
  { kind, item, draft, shape, userId }: BeforeQuestion<K>,
  changes: Partial<HookDraft<K>>,
): Promise<Readonly<Record<string, unknown>>> {
  const place = `before ${kind}.${action}`;
  const seen = structuredClone({ item, draft: { ...draft, ...changes } });
  const answered = await guard.run(place, beforeDeadlineMs, (signal) =>
    // The key of a hook is derived from the types of its event.
    refusalAsAnswer(() => hook({ kind, action, ...seen, userId, signal } as never)),
  );
  if (answered.ok) {
    if (answered.value === undefined) return {};
    const problem = judge(answered.value, shape);
    if (typeof problem !== 'string') return problem;
    guard.note(place, new TypeError(problem));
  }
  if (mustAnswer) throw hookErrors.rest_hook_failed(undefined, { headers: { 'Retry-After': '5' } });
  return {};
}

/** A refusal means the same whether it is returned or thrown. */
async function refusalAsAnswer(ask: () => unknown): Promise<unknown> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HookRefusal) return error;
    throw error;
  }
}

/** The accepted changes, or why the answer makes no sense; throws a sensible refusal. */
function judge(answer: unknown, shape: DraftShape): Readonly<Record<string, unknown>> | string {
  if (!(answer instanceof HookRefusal)) return acceptChanges(shape, answer);
  const error = refusalError(answer);
  if (typeof error === 'string') return error;
  throw error;
}

/** What each value of a draft must be, wherever it comes from. */
export type DraftShape = Readonly<Record<string, { readonly schema: Schema; readonly limit?: TextLimit }>>;

/** The changes as the shape accepts them, or the reason why they make no sense; nothing of such an answer is used. */
export function acceptChanges(shape: DraftShape, changes: unknown): Readonly<Record<string, unknown>> | string {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    return 'A hook returns nothing, values to change, or a refusal.';
  const accepted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!rule) return `A hook cannot change ${name.slice(0, 60)}.`;
    const limit = rule.limit ?? textLimits.other;
    if (sentLength(value) > limit.sent) return `${name} has at most ${limit.sent} characters.`;
    const taken = value === null && rule.schema.nullable ? null : accept(rule.schema, value, name);
    if (taken instanceof Refusal) return taken.why;
    if (typeof taken === 'string' && !taken.isWellFormed()) return `${name} is not valid text.`;
    accepted[name] = taken;
  }
  return accepted;
}

/** The hooks of one extension, bound to what it may use; keys are the kind and the action, such as `post.create`. */
export interface HookListener {
  readonly guard: Guard;
  /** Whether a write is refused if a hook before it fails. */
  readonly mustAnswer: boolean;
  readonly before: ReadonlyMap<string, BoundHook>;
  readonly after: ReadonlyMap<string, BoundHook>;
  readonly propose: ReadonlyMap<string, BoundHook>;
}

/** How long a person waits for a proposal. */
export const proposalDeadlineMs = 20_000;

/** What an extension proposes as the alternative text of a picture; null where it has nothing, fails or is late. */
export async function proposeAltText(
  { guard, propose }: Pick<HookListener, 'guard' | 'propose'>,
  event: Omit<ProposeEvent, 'kind' | 'action' | 'signal'>,
): Promise<string | null> {
  const place = 'propose media.altText';
  const hook = propose.get('media.altText');
  if (!hook) return null;
  const asked = { kind: 'media', action: 'altText', ...structuredClone(event) } as const;
  // The key of a hook is derived from the types of its event.
  const answered = await guard.run(place, proposalDeadlineMs, (signal) => hook({ ...asked, signal } as never));
  if (!answered.ok || answered.value === undefined || answered.value === '') return null;
  const text = answered.value;
  if (typeof text === 'string' && text.isWellFormed() && text.length <= textLimits.altText.sent) return text;
  guard.note(place, new TypeError('A proposal is a text that fits into the field.'));
  return null;
}

/** The event has the type that belongs to its key. */
export type BoundHook = (event: never) => unknown;

interface Callbacks {
  readonly [kind: string]:
    | { readonly [action: string]: ((event: never, host: never) => unknown) | undefined }
    | undefined;
}

/** The hooks of a table by key. */
export function bindHooks(table: object | undefined, host: unknown): ReadonlyMap<string, BoundHook> {
  const bound = new Map<string, BoundHook>();
  // The shape of the table was checked when the extension was loaded.
  for (const [kind, actions] of Object.entries((table ?? {}) as Callbacks)) {
    for (const [action, call] of Object.entries(actions ?? {})) {
      // The host is the one that the extension declared its hooks for.
      if (call) bound.set(`${kind}.${action}`, (event) => call(event, host as never));
    }
  }
  return bound;
}
