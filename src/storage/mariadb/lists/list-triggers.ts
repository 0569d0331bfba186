import { quoted } from '../raw.ts';
import { listValues } from './list-tables.ts';
import { isOther, type TableTrigger } from './triggers.ts';

type Row = 'new' | 'old';

/**
 * Triggers that keep the lists and counts with every write, whichever program it comes from.
 *
 * - No row is shared by writers: each write adds rows with a random `part` to the counts, which are added up when they
 *   are read and folded into one later. So writers never wait for each other, nor undo each other in a cluster.
 * - Counts by term follow `platen_term_posts`, the others follow `platen_list`; so they are always equal to a recount.
 * - A write that depends on the state of another post (the parent of a file, the post of a term) changes the row of that
 *   post in `platen_list`. This waits for whoever is changing that post, and in a cluster one of the two is undone.
 * - What another transaction may have written is read with a lock, because such a read sees the latest state.
 */
export function listTriggers(prefix: string): TableTrigger[] {
  return [...postTriggers(prefix), ...termTriggers(prefix)].map(({ name, event, body }) => ({
    name: `${prefix}platen_${name}`,
    text: `create trigger \`${prefix}platen_${name}\` after ${event} for each row lists: begin\n${declarations}\nif ${laterVariable} is not null then leave lists; end if;\n${body}\nend`,
  }));
}

/** A variable of the session: while it has a value, triggers leave the lists to whoever has set it. */
export const laterVariable = '@platen_lists_later';

/** After `update ignore` a trigger is also called for a row that was left as it is, because its new key is taken. */
const notChanged = 'leave lists;';

const declarations = `declare my_part bigint default 1 + floor(rand() * 9007199254740990);
declare its_type, its_status varchar(20) default '';`;

interface Body {
  readonly name: string;
  readonly event: string;
  readonly body: string;
}

function postTriggers(prefix: string): Body[] {
  const [posts, list] = [`${prefix}posts`, `${prefix}platen_list`];
  const steps = postSteps(prefix);
  const differs = (...columns: string[]): string =>
    columns.map((column) => `old.${column} <> new.${column}`).join(' or ');
  const kind = differs('ID', 'post_type', 'post_status');
  const counted = `${kind} or ${differs('post_author', 'post_parent')}`;
  const [was, is] = [listValues('old'), listValues('new')];
  const listed = Object.keys(is)
    .map((column) => `${was[column]} <> ${is[column]}`)
    .join(' or ');
  const searched = ['title', 'excerpt', 'content', 'type', 'password']
    .map((name) => `binary old.post_${name} <> binary new.post_${name}`)
    .concat('old.ID <> new.ID')
    .join(' or ');
  const isListed = (row: Row): string => `${row}.post_type <> 'revision'`;
  return [
    {
      name: 'lists_insert',
      event: `insert on \`${posts}\``,
      body: `${steps.children('new', "'', ''", steps.kindOf('new'))}
        if ${isListed('new')} then if ${isOther} then ${steps.wait} end if; ${steps.parent('new')} ${steps.put} ${steps.count('new', 1)} ${steps.enter} end if;`,
    },
    {
      name: 'lists_delete',
      event: `delete on \`${posts}\``,
      body: `${steps.children('old', steps.kindOf('old'), "'', ''")}
        if ${isListed('old')} then
          ${steps.parent('old')} ${steps.count('old', -1)} ${steps.leave}
          delete from \`${list}\` where ID = old.ID;
        end if;`,
    },
    {
      name: 'lists_update',
      event: `update on \`${posts}\``,
      body: `if old.ID <> new.ID and exists (select 1 from \`${posts}\` as q where q.ID = old.ID lock in share mode) then
          ${notChanged} end if;
        if old.ID <> new.ID then
          ${steps.children('old', steps.kindOf('old'), "'', ''")} ${steps.children('new', "'', ''", steps.kindOf('new'))}
        elseif ${kind} then ${steps.children('new', steps.kindOf('old'), steps.kindOf('new'))} end if;
        if ${isListed('old')} and (${counted}) then ${steps.parent('old')} ${steps.count('old', -1)} end if;
        if ${isListed('old')} and (new.post_type = 'revision' or old.ID <> new.ID) then
          ${steps.leave} delete from \`${list}\` where ID = old.ID;
        end if;
        if ${isListed('new')} then
          if ${isOther} and (${searched}) then ${steps.wait} end if;
          if ${counted} then ${steps.parent('new')} end if;
          if ${listed} then ${steps.put} end if;
          if ${counted} then ${steps.count('new', 1)} end if;
          if old.post_type = 'revision' or old.ID <> new.ID then ${steps.enter}
          elseif ${differs('post_type', 'post_status', 'post_date')} then ${steps.move} end if;
        end if;`,
    },
  ];
}

/** The steps that the triggers on posts consist of. */
function postSteps(prefix: string) {
  const [posts, list, lists, held] = quoted(prefix, 'posts', 'platen_list', 'platen_term_posts', 'term_relationships');
  const columns = Object.keys(listValues('new'));
  const inherits = (row: string): string => `${row}.post_status = 'inherit'`;
  const kindOf = (row: string): string => `lower(${row}.post_type), lower(${row}.post_status)`;
  const termCounts = (step: number): string =>
    addCounts(
      prefix,
      `select 2, t.term_taxonomy_id, ${kindOf('t')}, '', '', my_part, ${step} from ${lists} as t force index (of_post) where t.post_id = %ID lock in share mode`,
    );
  const children = (row: Row, from: string, to: string): string => {
    const which = `${list} as c where c.post_parent = ${row}.ID and ${inherits('c')}`;
    const move = (kind: string, sign: string): string[] =>
      [
        ['0, 0', ''],
        ['1, c.post_author', ', c.post_author'],
      ].map(([scope, also]) =>
        addCounts(
          prefix,
          `select ${scope}, lower(c.post_type), 'inherit', ${kind}, my_part, ${sign}count(*) from ${which} group by lower(c.post_type)${also} lock in share mode`,
        ),
      );
    return `if exists (select 1 from ${which} lock in share mode) then ${[...move(from, '-'), ...move(to, '')].join(' ')} end if;`;
  };
  return {
    kindOf,
    /** Counts the rows that inherit from the post by its other state. */
    children,
    /** The state of the parent of a row that inherits. */
    parent: (row: Row): string => `set its_type = '', its_status = '';
      if ${inherits(row)} and ${row}.post_parent <> 0 then
        update ${list} set flip = 1 - flip where ID = ${row}.post_parent;
        select coalesce(max(lower(q.post_type)), ''), coalesce(max(lower(q.post_status)), '') into its_type, its_status
          from ${posts} as q where q.ID = ${row}.post_parent lock in share mode;
      end if;`,
    put: `insert into ${list} (${columns.join(', ')}) values (${Object.values(listValues('new')).join(', ')})
      on duplicate key update ${columns.map((column) => `${column} = values(${column})`).join(', ')};`,
    count: (row: Row, step: number): string =>
      addCounts(
        prefix,
        `values (0, 0, ${kindOf(row)}, its_type, its_status, my_part, ${step}), (1, ${row}.post_author, ${kindOf(row)}, its_type, its_status, my_part, ${step})`,
      ),
    /** Lets the post wait to be indexed; a session of Platen does that itself. */
    wait: `insert into \`${prefix}platen_search_waiting\` (post_id, version) values (new.ID, 1)
      on duplicate key update version = version + 1;`,
    /** Adds the post to the lists of the terms it has. */
    enter: `insert into ${lists} (term_taxonomy_id, post_type, post_status, post_date, post_id)
        select r.term_taxonomy_id, new.post_type, new.post_status, new.post_date, new.ID from ${held} as r
        where r.object_id = new.ID lock in share mode on duplicate key update post_id = values(post_id);
      ${termCounts(1).replaceAll('%ID', 'new.ID')}`,
    leave: `${termCounts(-1).replaceAll('%ID', 'old.ID')} delete from ${lists} where post_id = old.ID;`,
    move: `${termCounts(-1).replaceAll('%ID', 'new.ID')}
      update ${lists} set post_type = new.post_type, post_status = new.post_status, post_date = new.post_date where post_id = new.ID;
      ${termCounts(1).replaceAll('%ID', 'new.ID')}`,
  };
}

function termTriggers(prefix: string): Body[] {
  const [list, lists, held] = quoted(prefix, 'platen_list', 'platen_term_posts', 'term_relationships');
  const hold = (row: Row): string => `update ${list} set flip = 1 - flip where ID = ${row}.object_id;`;
  const which = (row: Row): string => `t.post_id = ${row}.object_id and t.term_taxonomy_id = ${row}.term_taxonomy_id`;
  const count = (row: Row, step: number): string =>
    addCounts(
      prefix,
      `select 2, t.term_taxonomy_id, lower(t.post_type), lower(t.post_status), '', '', my_part, ${step} from ${lists} as t force index (of_post) where ${which(row)} lock in share mode`,
    );
  const enter = `${hold('new')}
    insert into ${lists} (term_taxonomy_id, post_type, post_status, post_date, post_id)
      select new.term_taxonomy_id, l.post_type, l.post_status, l.post_date, l.ID from ${list} as l
      where l.ID = new.object_id lock in share mode on duplicate key update post_id = values(post_id);
    ${count('new', 1)}`;
  const leave = `${hold('old')} ${count('old', -1)} delete t from ${lists} as t force index (of_post) where ${which('old')};`;
  return [
    { name: 'terms_insert', event: `insert on ${held}`, body: enter },
    { name: 'terms_delete', event: `delete on ${held}`, body: leave },
    {
      name: 'terms_update',
      event: `update on ${held}`,
      body: `if old.object_id <> new.object_id or old.term_taxonomy_id <> new.term_taxonomy_id then
        if exists (select 1 from ${held} as r where r.object_id = old.object_id
          and r.term_taxonomy_id = old.term_taxonomy_id lock in share mode) then ${notChanged} end if;
        ${leave} ${enter}
      end if;`,
    },
  ];
}

const addCounts = (prefix: string, rows: string): string =>
  `insert into \`${prefix}platen_counts\` (scope, owner, post_type, post_status, parent_type, parent_status, part, n)
    ${rows} on duplicate key update n = n + values(n);`;
