import { differs, type Row, trigger } from './trigger.ts';

/** Maintains the counts of comments by status and type, and by the type, status and protection of their post. */
export function commentCountTriggers(prefix: string): string[] {
  return [...ownTriggers(prefix), ...postTriggers(prefix)];
}

const add = (prefix: string, select: string): string =>
  `insert into ${prefix}platen_comment_counts (approved, type, post_type, post_status, protected, n) ${select} ` +
  'on conflict do update set n = n + excluded.n';

function ownTriggers(prefix: string): string[] {
  const [comments, posts] = [`${prefix}comments`, `${prefix}posts`];
  const count = (row: Row, step: number): string =>
    add(
      prefix,
      `select ${row}.comment_approved, ${row}.comment_type, coalesce(p.post_type, ''), coalesce(p.post_status, ''), coalesce(p.post_password <> '', 0), ${step} from (select ${row}.comment_post_ID as id) as c left join ${posts} as p on p.ID = c.id where true`,
    );
  const counted = ['comment_approved', 'comment_type', 'comment_post_ID'];
  return [
    trigger(prefix, 'comment_insert', `insert on ${comments}`, [count('new', 1)]),
    trigger(prefix, 'comment_delete', `delete on ${comments}`, [count('old', -1)]),
    trigger(
      prefix,
      'comment_update',
      `update of ${counted.join(', ')} on ${comments}`,
      [count('old', -1), count('new', 1)],
      differs(...counted),
    ),
  ];
}

/** Recounts the comments of a post that is added, removed or changed. */
function postTriggers(prefix: string): string[] {
  const [comments, posts] = [`${prefix}comments`, `${prefix}posts`];
  const move = (row: Row, kind: string, step: '-' | ''): string =>
    add(
      prefix,
      `select c.comment_approved, c.comment_type, ${kind}, ${step}count(*) from ${comments} as c where c.comment_post_ID = ${row}.ID group by c.comment_approved, c.comment_type`,
    );
  const of = (row: Row): string => `${row}.post_type, ${row}.post_status, ${row}.post_password <> ''`;
  const orphan = "'', '', 0";
  const hasComments = (row: Row): string => `exists (select 1 from ${comments} where comment_post_ID = ${row}.ID)`;
  const kind = ['post_type', 'post_status', 'post_password'];
  return [
    trigger(
      prefix,
      'comment_post_insert',
      `insert on ${posts}`,
      [move('new', orphan, '-'), move('new', of('new'), '')],
      hasComments('new'),
    ),
    trigger(
      prefix,
      'comment_post_delete',
      `delete on ${posts}`,
      [move('old', of('old'), '-'), move('old', orphan, '')],
      hasComments('old'),
    ),
    trigger(
      prefix,
      'comment_post_update',
      `update of ${kind.join(', ')} on ${posts}`,
      [move('new', of('old'), '-'), move('new', of('new'), '')],
      `(${differs(...kind)}) and ${hasComments('new')}`,
    ),
  ];
}
