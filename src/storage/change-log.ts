import type { Session } from './session.ts';
import type { TouchedTags } from './store.ts';

const keptRows = 5000;
/** Past this many tags a row says `everything`: a bulk import should not fill the log. */
const tagLimit = 400;
/** A tag that stands for all of them. */
export const everything = '*';

/** Writes what a transaction touched, as its last statement; readers of the log learn of it with the commit. */
export async function logChange(session: Session, touched: ReadonlySet<string>): Promise<void> {
  const tags = touched.size > tagLimit || touched.has(everything) ? everything : JSON.stringify([...touched]);
  const { id } = await session.change('log', [tags, Date.now()], ([tagsSlot, at]) =>
    session.db.insertInto('platen_changes').values({ tags: tagsSlot as string, at: at as number }),
  );
  if (id % 500 !== 0) return;
  await session.change('prune', [id - keptRows], ([oldest]) =>
    session.db.deleteFrom('platen_changes').where('seq', '<=', oldest as number),
  );
}

/** The union of what log rows say. */
export function readTags(rows: readonly { readonly tags: string }[]): TouchedTags {
  const touched = new Set<string>();
  for (const { tags } of rows) {
    if (tags === everything) return 'everything';
    for (const tag of JSON.parse(tags) as string[]) touched.add(tag);
  }
  return touched;
}
