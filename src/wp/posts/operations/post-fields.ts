import type { RequiredFields } from '../../../rules/fields/check-fields.ts';
import type { MetaChange } from '../../../rules/fields/field-storage.ts';
import type { Post } from '../../../storage/rows.ts';
import type { OperationContext } from '../../context/core-context.ts';
import { planFields } from '../../fields/plan-fields.ts';
import type { ContentKind } from '../content-kind.ts';
import { needsPublishing, type PostDraft } from './post-draft.ts';

/** The rows of the fields of a draft, checked against a row; null for a new one. */
export type FieldPlanner = (draft: PostDraft, before: FieldOwner | null) => Promise<readonly MetaChange[]>;

type FieldOwner = Pick<Post, 'id' | 'status'>;

/**
 * Checks the fields of one write. Cleaning their texts is slow, so that a planner keeps its last result: it can run
 * before a transaction, and no lock is held meanwhile.
 */
export function createFieldPlanner(kind: ContentKind, { store, caller }: OperationContext): FieldPlanner {
  let last: { readonly draft: PostDraft; readonly planned: Promise<readonly MetaChange[]> } | null = null;
  return (draft, before) => {
    if (last && last.draft.meta === draft.meta && last.draft.status === draft.status) return last.planned;
    const of = { object: 'post', subtype: kind.type.name, ownerId: before?.id ?? 0 } as const;
    const write = { of, sent: draft.meta, asAcf: draft.sentAsAcf, required: requiredFields(kind, draft, before) };
    last = { draft, planned: planFields(kind.fields, write, { store, caller }) };
    return last.planned;
  };
}

/** A planner that has already planned the draft against the current row, or what is known of it. */
export async function planBeforehand(
  kind: ContentKind,
  which: number | FieldOwner,
  draft: PostDraft,
  work: OperationContext,
): Promise<FieldPlanner> {
  const plan = createFieldPlanner(kind, work);
  if (kind.meta.fieldsOf('post', kind.type.name).length === 0) return plan;
  const row = typeof which === 'number' ? await work.store.posts.byId(which) : which;
  if (row) await plan(draft, row);
  return plan;
}

/**
 * A draft may lack what is required. When it is published, scheduled or kept private, everything must be there; after
 * that, what is written. Files are stored before anyone describes them, so that only what is written counts.
 */
function requiredFields({ type }: ContentKind, draft: PostDraft, before: FieldOwner | null): RequiredFields {
  if (type.inheritsFromParent) return 'sent';
  if (!needsPublishing(draft.status ?? before?.status ?? 'draft')) return 'none';
  return before && needsPublishing(before.status) ? 'sent' : 'all';
}
