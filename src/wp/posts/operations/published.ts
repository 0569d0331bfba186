import type { Post } from '../../../storage/rows.ts';
import type { OperationContext } from '../../context/operation-context.ts';
import type { ContentKind } from '../content-kind.ts';

/** Tells the kind of a row that has become public, inside the transaction that made it so. */
export async function tellIfPublished(
  { onPublish }: ContentKind,
  before: Pick<Post, 'status'> | null,
  after: Post,
  work: OperationContext,
): Promise<void> {
  if (after.status === 'publish' && before?.status !== 'publish') await onPublish(after, work);
}
