import type { Endpoint, Registry } from '../api/routing/registry.ts';
import type { JsonSchema } from '../lib/schema/json-schema.ts';
import type { Members } from '../lib/schema/schema.ts';
import { accepted, type InterfaceAnswer, type InterfaceQuestion, isMembers, ToolRefusal } from './ask-interface.ts';
import { plainItem, type TextFormat } from './plain-item.ts';
import {
  adding,
  differences,
  inDryRun,
  inputProperties,
  reading,
  replacing,
  type Tool,
  type ToolAnswer,
  type ToolInput,
  type ToolWork,
} from './tool.ts';

/** Items of one sort, and what can be done with them. */
export interface ToolCollection {
  /** The first part of the names of its tools. */
  readonly name: string;
  /** Path of the list: `/wp/v2/posts`. */
  readonly path: string;
  /** Where new ones are created, if not at the path of the list. */
  readonly createPath?: string;
  /** What one and many of them are called in a sentence. */
  readonly one: string;
  readonly many: string;
  readonly actions: readonly Action[];
  /** Whether its texts are long ones that are read and written as Markdown. */
  readonly isWritten?: boolean;
  /** Declared fields that lists show. */
  readonly columns?: readonly string[];
}

export type Action = 'list' | 'get' | 'create' | 'update' | 'publish' | 'trash' | 'delete';

/** The tools of a collection, made from its routes. An action whose route the site does not have is left out. */
export function collectionTools(collection: ToolCollection, registry: Registry): Tool[] {
  return collection.actions.flatMap((action) => {
    const { method, atItem } = doing[action];
    const path = action === 'create' ? (collection.createPath ?? collection.path) : collection.path;
    const endpoint = registry.find(method, atItem ? `${path}/1` : path)?.endpoint;
    return endpoint ? [makers[action](collection, endpoint)] : [];
  });
}

const doing: Readonly<Record<Action, { readonly method: 'GET' | 'POST' | 'DELETE'; readonly atItem: boolean }>> = {
  list: { method: 'GET', atItem: false },
  get: { method: 'GET', atItem: true },
  create: { method: 'POST', atItem: false },
  update: { method: 'POST', atItem: true },
  publish: { method: 'POST', atItem: true },
  trash: { method: 'DELETE', atItem: true },
  delete: { method: 'DELETE', atItem: true },
};

/** Arguments that agents do not need: tools choose the context, and dates in another zone or old protocols confuse. */
const omitted = ['context', 'date_gmt', 'ping_status', 'id', 'cursor', 'offset'];

/** What lists show of an item; the rest is in `get`. */
const summary = [
  ...['id', 'date', 'modified', 'slug', 'status', 'type', 'link', 'title', 'author', 'parent', 'categories', 'tags'],
  ...['name', 'description', 'count', 'taxonomy', 'post', 'author_name', 'content', 'media_type', 'mime_type'],
  ...['source_url', 'alt_text', 'roles', 'username'],
];

const idSchema = (one: string): JsonSchema => ({ type: 'integer', minimum: 1, description: `Id of the ${one}.` });
const formatSchema: JsonSchema = {
  type: 'string',
  enum: ['markdown', 'html'],
  default: 'markdown',
  description: 'How the content is written. Fences called "html raw" in Markdown are HTML to be left as it is.',
};
const dryRunSchema: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Only say what would change; nothing is stored.',
};

const noteSchema: JsonSchema = {
  type: 'string',
  description: 'Why. It is shown to the person who decides, where this credential only allows to propose changes.',
};

type Maker = (collection: ToolCollection, endpoint: Endpoint) => Tool;

const makers: Readonly<Record<Action, Maker>> = {
  list: ({ name, path, many, isWritten, columns = [] }, { allArgs }) => ({
    name: `${name}_list`,
    title: `List ${many}`,
    description: `List ${many}, at most 100 per page. The answer has their number and summaries.`,
    properties: inputProperties(allArgs, omitted),
    required: [],
    annotations: reading,
    run: async (input, work) => {
      const fields = [
        ...(isWritten ? summary.filter((one) => one !== 'content') : summary),
        ...(columns.length > 0 ? ['meta'] : []),
      ];
      const answer = await readable(work, path, { ...input, _fields: fields.join() });
      const items = Array.isArray(answer.body) ? answer.body.filter(isMembers) : [];
      return {
        total: Number(answer.headers['X-WP-Total'] ?? items.length),
        pages: Number(answer.headers['X-WP-TotalPages'] ?? 1),
        items: await Promise.all(items.map((item) => plainItem(withColumns(item, columns), 'html', work.markdown))),
      };
    },
  }),
  get: ({ name, path, one, isWritten }, { allArgs }) => ({
    name: `${name}_get`,
    title: `Read a ${one}`,
    description: `Read one ${one} by its number${isWritten ? ', with its content as Markdown' : ''}.`,
    properties: {
      id: idSchema(one),
      ...inputProperties(allArgs, omitted),
      ...(isWritten ? { format: formatSchema } : {}),
    },
    required: ['id'],
    annotations: reading,
    run: async ({ id, format, ...input }, work) => {
      const { body } = await readable(work, itemPath(path, id), input);
      return itemAnswer(body, formatOf(format), work);
    },
  }),
  create: (collection, endpoint) => {
    const { name, path, createPath = path, one, isWritten } = collection;
    const isFetched = createPath !== path;
    return {
      name: `${name}_create`,
      title: isFetched ? `Add a ${one} by its address` : `Create a ${one}`,
      description: isFetched
        ? `Add a ${one}: the server fetches the file from a public address and checks it like an upload.`
        : `Create a ${one}.${isWritten ? ' It is a draft unless the status says otherwise.' : ''}`,
      properties: writeProperties(collection, endpoint),
      required: endpoint.requiredNames,
      annotations: isFetched ? { ...adding, openWorldHint: true } : adding,
      run: async ({ dryRun, format, ...input }, work) => {
        const body = await withHtml(input, format, '', work);
        const write = { method: 'POST', path: createPath, body } as const;
        if (isTrue(dryRun)) {
          const { after } = await inDryRun(work.ask, write, null);
          return { dryRun: true, wouldCreate: await plainItem(after, formatOf(format), work.markdown) };
        }
        return itemAnswer((await accepted(work.ask, write)).body, formatOf(format), work);
      },
    };
  },
  update: (collection, endpoint) => ({
    name: `${collection.name}_update`,
    title: `Change a ${collection.one}`,
    description: `Change a ${collection.one}. Only the arguments that are sent are changed.${
      collection.isWritten ? ' Send back the whole content, with what you did not change as it was.' : ''
    }`,
    properties: { id: idSchema(collection.one), ...writeProperties(collection, endpoint) },
    required: ['id'],
    annotations: replacing,
    run: async ({ id, dryRun, format, ...input }, work) => {
      const path = itemPath(collection.path, id);
      const replaced = typeof input['content'] === 'string' && isMarkdown(collection, format);
      const body = replaced ? await withHtml(input, format, await storedContent(path, work), work) : input;
      return written({ method: 'POST', path, body }, { dryRun, format }, work);
    },
  }),
  publish: ({ name, path, one }, { undoable }) => ({
    name: `${name}_publish`,
    title: `Publish a ${one}`,
    description: `Publish a ${one}, so that everybody can read it.`,
    properties: { id: idSchema(one), ...(undoable ? { dryRun: dryRunSchema } : {}) },
    required: ['id'],
    annotations: { ...adding, idempotentHint: true },
    run: ({ id, dryRun }, work) =>
      written({ method: 'POST', path: itemPath(path, id), body: { status: 'publish' } }, { dryRun }, work),
  }),
  trash: ({ name, path, one }, { undoable }) => ({
    name: `${name}_trash`,
    title: `Put a ${one} into the trash`,
    description: `Put a ${one} into the trash. It can be restored from there.`,
    properties: { id: idSchema(one), ...(undoable ? { dryRun: dryRunSchema } : {}) },
    required: ['id'],
    annotations: replacing,
    run: ({ id, dryRun }, work) => written({ method: 'DELETE', path: itemPath(path, id) }, { dryRun }, work),
  }),
  delete: ({ name, path, one }, { undoable }) => ({
    name: `${name}_delete`,
    title: `Delete a ${one} for good`,
    description: `Delete a ${one} for good. This cannot be undone.`,
    properties: { id: idSchema(one), ...(undoable ? { dryRun: dryRunSchema } : {}) },
    required: ['id'],
    annotations: replacing,
    run: async ({ id, dryRun }, work) => {
      const write = { method: 'DELETE', path: itemPath(path, id), query: { force: 'true' } } as const;
      if (isTrue(dryRun)) {
        const { before } = await inDryRun(work.ask, write, write.path);
        return { dryRun: true, wouldDelete: await plainItem(before ?? {}, 'html', work.markdown) };
      }
      const { body } = await accepted(work.ask, write);
      if (isProposal(body)) return body;
      const previous = isMembers(body) && isMembers(body['previous']) ? body['previous'] : {};
      return { deleted: true, previous: await plainItem(previous, 'html', work.markdown) };
    },
  }),
};

/** Of the declared fields, those that lists show. */
function withColumns({ meta, ...item }: Members, columns: readonly string[]): Members {
  if (columns.length === 0 || !isMembers(meta)) return item;
  const shown = columns.filter((name) => Object.hasOwn(meta, name)).map((name) => [name, meta[name]]);
  return { ...item, meta: Object.fromEntries(shown) };
}

function writeProperties(collection: ToolCollection, { allArgs, undoable }: Endpoint): Record<string, JsonSchema> {
  const all = inputProperties(allArgs, omitted);
  const content = all['content'];
  return {
    ...all,
    ...(content && collection.isWritten
      ? { content: { type: 'string', description: 'The text, as Markdown unless the format says otherwise.' } }
      : {}),
    ...(collection.isWritten ? { format: formatSchema } : {}),
    ...(undoable ? { dryRun: dryRunSchema, proposal_note: noteSchema } : {}),
  };
}

interface WriteOptions {
  readonly dryRun?: unknown;
  readonly format?: unknown;
}

/** Writes, or says what a write would change. */
async function written(
  write: InterfaceQuestion,
  { dryRun, format }: WriteOptions,
  work: ToolWork,
): Promise<ToolAnswer> {
  if (!isTrue(dryRun)) return itemAnswer((await accepted(work.ask, write)).body, formatOf(format), work);
  const { before, after } = await inDryRun(work.ask, write, write.path);
  const shown = (item: Members) => plainItem(item, formatOf(format), work.markdown);
  return { dryRun: true, wouldChange: differences(await shown(before ?? {}), await shown(after)) };
}

/** The item as those see it who may edit it, or else as readers do. */
async function readable({ ask }: ToolWork, path: string, query: ToolInput): Promise<InterfaceAnswer> {
  const asEditor = await ask({ method: 'GET', path, query: { ...query, context: 'edit' } });
  if (asEditor.status !== 401 && asEditor.status !== 403) {
    return asEditor.status < 400 ? asEditor : accepted(async () => asEditor, { method: 'GET', path });
  }
  return accepted(ask, { method: 'GET', path, query });
}

async function itemAnswer(body: unknown, format: TextFormat, { markdown }: ToolWork): Promise<ToolAnswer> {
  // It was not done: a person decides, and the agent is told where to ask.
  if (isProposal(body)) return body;
  return plainItem(isMembers(body) ? body : {}, format, markdown);
}

const isProposal = (body: unknown): body is Members => isMembers(body) && isMembers(body['pending_change']);

const isMarkdown = ({ isWritten }: ToolCollection, format: unknown): boolean =>
  isWritten === true && formatOf(format) === 'markdown';

async function withHtml(input: ToolInput, format: unknown, replaced: string, { markdown }: ToolWork): Promise<Members> {
  const { content } = input;
  if (typeof content !== 'string' || formatOf(format) === 'html') return input;
  return { ...input, content: await markdown.write(content, replaced) };
}

async function storedContent(path: string, { ask }: ToolWork): Promise<string> {
  const { body } = await accepted(ask, { method: 'GET', path, query: { context: 'edit', _fields: 'content' } });
  const content = isMembers(body) ? body['content'] : undefined;
  return isMembers(content) && typeof content['raw'] === 'string' ? content['raw'] : '';
}

function itemPath(path: string, id: unknown): string {
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
    throw new ToolRefusal(400, 'rest_invalid_param', 'id must be a whole number above 0.');
  return `${path}/${id}`;
}

function formatOf(format: unknown): TextFormat {
  if (format === undefined || format === 'markdown') return 'markdown';
  if (format === 'html') return 'html';
  throw new ToolRefusal(400, 'rest_invalid_param', 'format must be "markdown" or "html".');
}

/** Anything else than a plain yes or no could be a mistake that is found out too late. */
function isTrue(dryRun: unknown): boolean {
  if (dryRun === undefined || typeof dryRun === 'boolean') return dryRun === true;
  throw new ToolRefusal(400, 'rest_invalid_param', 'dryRun must be true or false.');
}
