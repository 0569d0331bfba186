import type { AfterAction, BeforeAction } from '../../background/hook-kinds.ts';
import type { HookTerm } from '../../background/hook-values.ts';
import type { DraftShape, Hooks } from '../../background/hooks.ts';
import { s } from '../../lib/schema/schema.ts';
import { textLimits } from '../../rules/text-limits.ts';
import type { Term } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { TermDraft } from './write-term.ts';

/** Who writes a term, and who listens. */
export interface TermWriter {
  readonly hooks: Hooks | null;
  readonly caller: { readonly userId: number };
  readonly now: number;
}

const shape: DraftShape = {
  name: { schema: s.string(), limit: textLimits.termName },
  slug: { schema: s.string(), limit: textLimits.slug },
  description: { schema: s.string(), limit: textLimits.termDescription },
  parentId: { schema: s.integer({ minimum: 0 }) },
};

/** The values that hooks change before a term is written or deleted. */
export async function askBeforeTerm(
  action: BeforeAction<'term'>,
  term: Term | null,
  draft: TermDraft,
  { hooks, caller }: TermWriter,
): Promise<Pick<TermDraft, 'name' | 'slug' | 'description' | 'parentId'>> {
  if (!hooks?.asks('term', [action])) return {};
  const { name, slug, description, parentId } = draft;
  const shown = { name, slug, description, parentId };
  const sent = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined));
  const isWritten = action !== 'delete';
  return hooks.before({
    kind: 'term',
    actions: [action],
    item: term ? termFacts(term) : null,
    draft: isWritten ? sent : {},
    shape: isWritten ? shape : {},
    userId: caller.userId,
  });
}

/** Records what happened to a term, in the transaction of the write. */
export async function recordTerm(
  store: Store,
  action: AfterAction<'term'>,
  term: Term,
  { hooks, caller, now }: TermWriter,
): Promise<void> {
  const facts = { id: term.id, item: termFacts(term), userId: caller.userId, atMs: now };
  await hooks?.record(store, { ...facts, kind: 'term', actions: [action] });
}

/** A term as hooks and fields of extensions see it. */
export function termFacts({ id, taxonomy, name, slug, parentId }: Term): HookTerm {
  return { id, taxonomy, name, slug, parentId };
}
