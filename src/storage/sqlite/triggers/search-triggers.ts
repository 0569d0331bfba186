import { differs, type Row, trigger } from './trigger.ts';

/**
 * Maintains the trigram index of folded texts. Each text gets two extra characters, so that its end has trigrams
 * too. Revisions are never searched.
 */
export function searchTriggers(prefix: string): string[] {
  const [posts, search] = [`${prefix}posts`, `${prefix}platen_search`];
  const searched = (row: Row): string => `${row}.post_type <> 'revision'`;
  const text = (column: string): string => `fold(new.${column}) || char(1114110, 1114110)`;
  const enter = `insert into ${search} (rowid, title, excerpt, content) select new.ID, ${text('post_title')}, ${text('post_excerpt')}, ${text('post_content')} where ${searched('new')}`;
  const leave = `delete from ${search} where rowid = old.ID`;
  const texts = ['post_title', 'post_excerpt', 'post_content', 'post_type'];
  return [
    trigger(prefix, 'search_insert', `insert on ${posts}`, [enter], searched('new')),
    trigger(prefix, 'search_delete', `delete on ${posts}`, [leave], searched('old')),
    trigger(prefix, 'search_update', `update of ${texts.join(', ')} on ${posts}`, [leave, enter], differs(...texts)),
  ];
}
