import { acceptChanges, type DraftShape } from './draft-shape.ts';
import type { BeforeAction, HookDraft, HookItem, HookKind } from './hook-kinds.ts';
import type { BoundHook, HookListener } from './hook-listener.ts';
import { HookRefusal, hookErrors, refusalError } from './hook-refusal.ts';

/** How long a hook may hold up a write. */
export const beforeDeadlineMs = 1_000;

interface Question<K extends HookKind> {
  readonly kind: K;
  readonly actions: readonly BeforeAction<K>[];
  readonly item: HookItem<K> | null;
  readonly draft: HookDraft<K>;
  readonly shape: DraftShape;
  readonly userId: number;
}

/**
 * Asks each listener in turn; one sees the changes of those before it. A hook that fails, is late or answers nonsense
 * counts as one that said nothing, so that the write is as it would be without it; if it must answer, nothing is
 * written.
 */
export async function askBefore<K extends HookKind>(
  listeners: readonly HookListener[],
  question: Question<K>,
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
  { kind, item, draft, shape, userId }: Question<K>,
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
