import type { Queue } from '../queue/queue.ts';
import type { QueueJob } from '../queue/queue-topic.ts';
import type { Store } from '../storage/store.ts';
import { askBefore } from './ask-before.ts';
import type { DraftShape } from './draft-shape.ts';
import type { AfterAction, AfterEvent, BeforeAction, HookDraft, HookItem, HookKind } from './hook-kinds.ts';
import type { HookListener } from './hook-listener.ts';

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
    wake: () => queue.wake(),
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
      await after.get(`${stored.kind}.${stored.action}`)?.(event as never);
    },
    onFailure: (error, { payload }) => {
      // As above.
      const { kind, action } = payload as StoredEvent;
      guard.note(`after ${kind}.${action}`, error);
    },
  });
}
