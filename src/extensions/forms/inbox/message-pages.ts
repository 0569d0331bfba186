import type { Condition, Rows } from '../../../extension.ts';
import type { MessageRow } from './message-table.ts';

const PAGE = 500;

/** Messages that match, oldest first, a few hundred at a time; what is removed or added meanwhile disturbs nothing. */
export async function* messagePages(
  rows: Rows<MessageRow>,
  where: Condition<MessageRow>,
): AsyncIterable<readonly MessageRow[]> {
  for (let after = 0; ; ) {
    const page = await rows.find(
      { ...where, id: { from: after + 1 } },
      { by: 'id', direction: 'asc' },
      { limit: PAGE, offset: 0 },
    );
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}
