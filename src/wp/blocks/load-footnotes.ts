import { needKey } from '../../text/blocks/block-needs.ts';
import { readFootnotes } from '../../text/blocks/dynamic/footnotes.ts';
import type { BlockLoader } from './block-work.ts';

/** The meta key that editors store the footnotes of a text under. */
const footnotesKey = 'footnotes';

/** The footnotes of posts whose text the reader sees. */
export const loadFootnotes: BlockLoader = async (needed, loaded, { call }) => {
  const ids = [...needed.footnotes.values()].filter((id) => id > 0);
  if (ids.length === 0) return;
  for (const [id, [row]] of await call.store.meta.of('post', ids, [footnotesKey]))
    if (row) loaded.footnotes.set(needKey(id), readFootnotes(row.value ?? ''));
};
