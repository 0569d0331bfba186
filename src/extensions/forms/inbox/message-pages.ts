import type { Condition, Rows } from '../../../extension.ts';
import type { MessageRow } from './message-table.ts';

const pageSize = 500;

/** Matching messages, oldest first, a few hundred at a time; concurrent inserts and deletes do no harm. */
export async function* messagePages(
  rows: Rows<MessageRow>,
  where: Condition<MessageRow>,
): AsyncIterable<readonly MessageRow[]> {
  for (let after = 0; ; ) {
    const page = await rows.find(
      { ...where, id: { from: after + 1 } },
      { by: 'id', direction: 'asc' },
      { limit: pageSize, offset: 0 },
    );
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}
