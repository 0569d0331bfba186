import { addCount, differs, type Row, trigger } from './trigger.ts';

/**
 * Maintains the list of posts by term in date order, and their counts by term (scope 2), type and status. An entry is
 * deleted with one condition per column: for a row value SQLite uses fewer columns and scans all posts of one date.
 */
export function termPostTriggers(prefix: string): string[] {
  const [posts, held, lists] = [`${prefix}posts`, `${prefix}term_relationships`, `${prefix}platen_term_posts`];
  const listed = 'p.post_type, p.post_status, p.post_date, p.ID';
  const enter = (row: Row): string[] => [
    `insert or replace into ${lists} select r.term_taxonomy_id, ${listed} from ${held} as r join ${posts} as p on p.ID = r.object_id where r.object_id = ${row}.ID`,
    addCount(
      prefix,
      `select 2, r.term_taxonomy_id, ${row}.post_type, ${row}.post_status, '', '', 1 from ${held} as r where r.object_id = ${row}.ID`,
    ),
  ];
  const leave = (row: Row): string[] => [
    `delete from ${lists} where term_taxonomy_id in (select r.term_taxonomy_id from ${held} as r where r.object_id = ${row}.ID) and post_type = ${row}.post_type and post_status = ${row}.post_status and post_date = ${row}.post_date and post_id = ${row}.ID`,
    addCount(
      prefix,
      `select 2, r.term_taxonomy_id, ${row}.post_type, ${row}.post_status, '', '', -1 from ${held} as r where r.object_id = ${row}.ID`,
    ),
  ];
  const listedBy = ['post_type', 'post_status', 'post_date'];
  return [
    trigger(prefix, 'term_post_insert', `insert on ${posts}`, enter('new')),
    trigger(prefix, 'term_post_delete', `delete on ${posts}`, leave('old')),
    trigger(
      prefix,
      'term_post_update',
      `update of ${listedBy.join(', ')} on ${posts}`,
      [...leave('old'), ...enter('new')],
      differs(...listedBy),
    ),
    trigger(prefix, 'term_insert', `insert on ${held}`, [
      `insert or replace into ${lists} select new.term_taxonomy_id, ${listed} from ${posts} as p where p.ID = new.object_id`,
      addCount(
        prefix,
        `select 2, new.term_taxonomy_id, p.post_type, p.post_status, '', '', 1 from ${posts} as p where p.ID = new.object_id`,
      ),
    ]),
    trigger(prefix, 'term_delete', `delete on ${held}`, [
      `delete from ${lists} where term_taxonomy_id = old.term_taxonomy_id and (post_type, post_status, post_date) = (select p.post_type, p.post_status, p.post_date from ${posts} as p where p.ID = old.object_id) and post_id = old.object_id`,
      addCount(
        prefix,
        `select 2, old.term_taxonomy_id, p.post_type, p.post_status, '', '', -1 from ${posts} as p where p.ID = old.object_id`,
      ),
    ]),
  ];
}

/** Maintains the terms of each taxonomy in order of their folded names. */
export function termNameTriggers(prefix: string): string[] {
  const [terms, rows, names] = [`${prefix}terms`, `${prefix}term_taxonomy`, `${prefix}platen_term_names`];
  const leave = (row: Row, also = ''): string => `delete from ${names} where term_id = ${row}.term_id${also}`;
  const enter = (id: string, taxonomy: string): string =>
    `insert or replace into ${names} select x.taxonomy, fold(t.name), t.term_id from ${terms} as t join ${rows} as x on x.term_id = t.term_id where t.term_id = ${id}${taxonomy}`;
  const ofNew = enter('new.term_id', '');
  const ofOld = leave('old', ' and taxonomy = old.taxonomy');
  return [
    trigger(prefix, 'name_insert', `insert on ${terms}`, [ofNew]),
    trigger(prefix, 'name_update', `update of name on ${terms}`, [leave('old'), ofNew], differs('name')),
    trigger(prefix, 'name_delete', `delete on ${terms}`, [leave('old')]),
    trigger(prefix, 'taxonomy_insert', `insert on ${rows}`, [enter('new.term_id', ' and x.taxonomy = new.taxonomy')]),
    trigger(prefix, 'taxonomy_update', `update of term_id, taxonomy on ${rows}`, [ofOld, ofNew]),
    trigger(prefix, 'taxonomy_delete', `delete on ${rows}`, [ofOld]),
  ];
}
