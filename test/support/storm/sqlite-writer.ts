import { SqliteFile } from '../../../src/storage/sqlite/sqlite-file.ts';
import type { StormWriter } from './writer.ts';

/** Writes the tables of a site directly, without the change log: only the functions that triggers call are Platen's. */
export function sqliteWriter(file: string): StormWriter {
  const { database } = new SqliteFile(file, { readOnly: false, waitMs: 20_000 });
  const run = (sql: string, ...values: (string | number)[]): number =>
    Number(database.prepare(sql).run(...values).lastInsertRowid);
  const recount = `update wp_term_taxonomy set count = (select count(*) from wp_term_relationships as r
    join wp_posts as p on p.ID = r.object_id where r.term_taxonomy_id = wp_term_taxonomy.term_taxonomy_id
    and p.post_status = 'publish' and p.post_type = 'post')`;
  /** One transaction, in which the counts are brought up to date. */
  const change = async (work: () => number | undefined): Promise<number> => {
    database.exec('begin immediate');
    const id = work() ?? 0;
    run(recount);
    database.exec('commit');
    return id;
  };
  const set = async (column: string, id: number, value: string | number): Promise<void> => {
    await change(() => void run(`update wp_posts set ${column} = ? where ID = ?`, value, id));
  };
  const hold = (post: number, term: number): void => {
    run(
      `insert into wp_term_relationships (object_id, term_taxonomy_id, term_order)
       select ?, term_taxonomy_id, 0 from wp_term_taxonomy where term_id = ?`,
      post,
      term,
    );
  };
  const moment = () => new Date().toISOString().slice(0, 19).replace('T', ' ');
  return {
    tag: (name) =>
      change(() => {
        const id = run('insert into wp_terms (name, slug, term_group) values (?, ?, 0)', name, name);
        run(
          "insert into wp_term_taxonomy (term_id, taxonomy, description, parent, count) values (?, 'post_tag', '', 0, 0)",
          id,
        );
        return id;
      }),
    post: ({ title, status, tag, category, author }) =>
      change(() => {
        const now = moment();
        const id = run(
          `insert into wp_posts (post_author, post_date, post_date_gmt, post_modified, post_modified_gmt, post_title, post_name,
             post_status, post_type, post_content, comment_status) values (?, ?, ?, ?, ?, ?, ?, ?, 'post', 'x', 'open')`,
          author,
          now,
          now,
          now,
          now,
          title,
          title.replaceAll(' ', '-'),
          status,
        );
        hold(id, tag);
        hold(id, category);
        return id;
      }),
    retitle: (id, title) => set('post_title', id, title),
    setStatus: (id, status) => set('post_status', id, status),
    setAuthor: (id, author) => set('post_author', id, author),
    trash: (id) => set('post_status', id, 'trash'),
    async setCategory(id, category) {
      await change(() => {
        run(
          `delete from wp_term_relationships where object_id = ? and term_taxonomy_id in
             (select term_taxonomy_id from wp_term_taxonomy where taxonomy = 'category')`,
          id,
        );
        hold(id, category);
      });
    },
    async remove(id) {
      await change(() => {
        run('delete from wp_term_relationships where object_id = ?', id);
        run('delete from wp_posts where ID = ?', id);
      });
    },
    comment: (post, text) =>
      change(() =>
        run(
          `insert into wp_comments (comment_post_ID, comment_author, comment_date, comment_date_gmt, comment_content, comment_approved, comment_type)
           values (?, 'somebody', ?, ?, ?, '1', 'comment')`,
          post,
          moment(),
          moment(),
          text,
        ),
      ),
    async hold(id) {
      await change(() => void run("update wp_comments set comment_approved = '0' where comment_ID = ?", id));
    },
    async removeComment(id) {
      await change(() => void run('delete from wp_comments where comment_ID = ?', id));
    },
    end: () => database.close(),
  };
}
