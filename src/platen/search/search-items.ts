import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Call } from '../../api/call.ts';
import { plainOf } from '../../pages/models/plain.ts';
import { pageLinks } from '../../pages/targets/visible-posts.ts';
import { fold } from '../../rules/fold.ts';
import { json } from '../../schema/json-schema.ts';
import type { Post } from '../../storage/rows.ts';
import { highlight } from '../../text/highlight.ts';
import { removeShortcodes } from '../../text/shortcodes/run-shortcodes.ts';
import type { Core } from '../../wp/all.ts';

/** The beginning of a text that is searched for the words to show; longer ones would take long. */
const longestShown = 50_000;
const snippetLength = 200;
const titleLength = 300;

/** A result as clients see it. */
export interface SearchItem {
  readonly id: number;
  readonly type: string;
  readonly item: string;
  readonly link: string;
  readonly date: string;
  readonly title: string;
  readonly snippet: string;
}

/** The exact form of a result. */
export const searchItemSchema = json.object({
  id: json.integer,
  type: json.string,
  item: json.string,
  link: json.string,
  date: json.dateTime,
  title: json.string,
  snippet: json.string,
});

/** Shows rows with their highlights, each in a turn of its own, so that other requests do not wait for a page. */
export async function searchItems(
  rows: readonly Post[],
  words: readonly string[],
  core: Core,
  call: Call,
): Promise<SearchItem[]> {
  const links = await pageLinks({ core, call }, rows);
  const items: SearchItem[] = [];
  for (const row of rows) {
    items.push({
      id: row.id,
      type: row.type,
      item: `/wp/v2/${core.kinds.of(row.type).type.restBase}/${row.id}`,
      link: links.get(row.id) ?? '',
      date: row.date.replace(' ', 'T'),
      title: highlight(plainOf(row.title), words, { most: titleLength, fold }).html,
      snippet: snippetOf(row, words, core),
    });
    await nextTurn();
  }
  return items;
}

/** The part of excerpt or content with the most occurrences; the excerpt where both have none. */
function snippetOf({ excerpt, content }: Post, words: readonly string[], { display }: Core): string {
  const shown = (raw: string) => {
    const text = plainOf(removeShortcodes(raw.slice(0, longestShown), display.shortcodes));
    return highlight(text, words, { most: snippetLength, fold });
  };
  const short = shown(excerpt);
  if (short.found > 0) return short.html;
  const long = shown(content);
  return long.found > 0 || short.html === '' ? long.html : short.html;
}
