import { mostRows } from '../../posts/deep/counted-lists.ts';
import { type BlockList, blockLists, rowsFrom } from './block-lists.ts';
import { differs, type Row, trigger } from './trigger.ts';

/**
 * The lists of posts in blocks of a thousand rows or two, each with the first row and the number of rows, so that a page deep
 * in a list is found without walking to it. The first block of a list begins before every row.
 */
export const blockTable = (prefix: string): string =>
  `create table ${prefix}platen_blocks (
    block integer primary key, list integer not null, owner integer not null, post_type text not null,
    post_status text not null, key not null, id integer not null, n integer not null,
    unique (list, owner, post_type, post_status, key, id)
  )`;

/** Keeps the blocks with every write. Revisions are in no list. */
export function blockTriggers(prefix: string): string[] {
  const ofPosts = blockLists.filter((list) => list.columns);
  const ofTerms = blockLists.filter((list) => !list.columns);
  const isListed = (row: Row): string => `${row}.post_type <> 'revision'`;
  const [posts, terms] = [`${prefix}posts`, `${prefix}platen_term_posts`];
  return [
    trigger(prefix, 'block_insert', `insert on ${posts}`, enter(prefix, ofPosts, 'new'), isListed('new')),
    trigger(prefix, 'block_delete', `delete on ${posts}`, leave(prefix, ofPosts, 'old'), isListed('old')),
    ...ofPosts.map((list) => {
      const placing = list.columns ?? [];
      return trigger(
        prefix,
        `block_update_${list.number}`,
        `update of ${placing.join(', ')} on ${posts}`,
        [...leave(prefix, [list], 'old'), ...enter(prefix, [list], 'new')],
        `(${isListed('old')} or ${isListed('new')}) and (${differs(...placing)})`,
      );
    }),
    trigger(prefix, 'block_term_insert', `insert on ${terms}`, enter(prefix, ofTerms, 'new')),
    trigger(prefix, 'block_term_delete', `delete on ${terms}`, leave(prefix, ofTerms, 'old')),
    ...resize(prefix),
  ];
}

const ofList = (list: string, owner: string, row: string): string =>
  `list = ${list} and owner = ${owner} and post_type = ${row}.post_type and post_status = ${row}.post_status`;

const columns = 'list, owner, post_type, post_status, key, id, n';

/** One more row in each of the lists, of which those of one scope have their first blocks together: from their first row on. */
const enter = (prefix: string, lists: readonly BlockList[], row: Row): string[] =>
  [...Map.groupBy(lists, ({ scope }) => scope).values()].flatMap((together) => {
    const firsts = together
      .map((list) => `select ${list.number} as list, ${list.owner(row)} as owner, ${list.lowest} as key`)
      .join(' union all ');
    return [
      ...together.map((list) => add(prefix, list, row, '+ 1')),
      `insert into ${prefix}platen_blocks (${columns}) select f.list, f.owner, ${row}.post_type, ${row}.post_status, f.key, 0, 1 from (${firsts}) as f where changes() = 0`,
    ];
  });

const leave = (prefix: string, lists: readonly BlockList[], row: Row): string[] =>
  lists.map((list) => add(prefix, list, row, '- 1'));

/** Changes the count of the last block of a list that begins with or before a row. */
function add(prefix: string, list: BlockList, row: Row, step: '+ 1' | '- 1'): string {
  const blocks = `${prefix}platen_blocks`;
  const before = `${ofList(String(list.number), list.owner(row), row)} and (key, id) <= (${list.key(row)}, ${list.id(row)})`;
  return `update ${blocks} set n = n ${step} where block = (select block from ${blocks} where ${before} order by key desc, id desc limit 1)`;
}

const half = mostRows / 2;
const few = mostRows / 8;

/** Two triggers: every change of a count prepares to run the first, which is small. */
function resize(prefix: string): string[] {
  const blocks = `${prefix}platen_blocks`;
  const isLong = `new.n > ${mostRows}`;
  const isShort = `(new.n = ${few} and old.n > new.n and new.id > 0)`;
  const work = [...blockLists.flatMap((list) => split(prefix, list)), ...merge(prefix)];
  return [
    trigger(
      prefix,
      'block_size',
      `update of n on ${blocks}`,
      [`update ${blocks} set key = key where block = new.block`],
      `${isLong} or ${isShort}`,
    ),
    trigger(prefix, 'block_resize', `update of key on ${blocks}`, work),
  ];
}

/** The second half of a block that has become too long becomes a block. */
function split(prefix: string, list: BlockList): string[] {
  const rows = rowsFrom(prefix, list, {
    ...{ owner: 'new.owner', type: 'new.post_type', status: 'new.post_status', key: 'new.key', id: 'new.id' },
    and: ` and new.list = ${list.number} and new.n > ${mostRows}`,
  });
  return [
    `insert into ${prefix}platen_blocks (${columns}) select new.list, new.owner, new.post_type, new.post_status, q.key, q.id, new.n - ${half} from (${rows} limit 1 offset ${half}) as q where true on conflict do nothing`,
    `update ${prefix}platen_blocks set n = ${half} where block = new.block and changes() > 0`,
  ];
}

/** A block that has become short joins the one before it, if that is not long; so blocks do not become ever more. */
const merge = (prefix: string): string[] => [
  `update ${prefix}platen_blocks set n = n + new.n where new.n = ${few} and n <= ${half} and block = (select block from ${prefix}platen_blocks where ${ofList('new.list', 'new.owner', 'new')} and (key, id) < (new.key, new.id) order by key desc, id desc limit 1)`,
  `delete from ${prefix}platen_blocks where block = new.block and changes() > 0`,
];
