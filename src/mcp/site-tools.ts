import type { Registry } from '../api/routing/registry.ts';
import type { Members } from '../lib/schema/schema.ts';
import { isShownTaxonomy } from '../rules/taxonomies.ts';
import type { Core } from '../wp/core.ts';
import { accepted, isMembers } from './ask-interface.ts';
import { collectionTools, type ToolCollection } from './collection-tools.ts';
import { plainItem, readableText } from './plain-item.ts';
import { proposalTools } from './proposal-tools.ts';
import { differences, inDryRun, inputProperties, reading, replacing, type Tool } from './tool.ts';

const everything = ['list', 'get', 'create', 'update', 'publish', 'trash', 'delete'] as const;

/** Every tool of a site: those for posts, pages and declared types, files, terms, comments, users and settings. */
export function allTools(
  { kinds, taxonomies }: Pick<Core, 'kinds' | 'taxonomies'>,
  registry: Registry,
): readonly Tool[] {
  const written = [...kinds]
    .filter(({ type }) => !type.inheritsFromParent && !type.storedTexts)
    .map(({ type, meta }): ToolCollection => {
      const many = type.labels.name.toLowerCase();
      const one = String(type.labels['singular_name'] ?? type.name).toLowerCase();
      const shown = meta.declared('post', type.name).filter(({ field }) => field?.column);
      const columns = shown.map(({ key }) => key);
      return { ...named(String(type.restBase), one, many), actions: everything, isWritten: true, columns };
    });
  const terms = taxonomies.filter(isShownTaxonomy).map((taxonomy): ToolCollection => {
    const one = String(taxonomy.labels['singular_name'] ?? taxonomy.name).toLowerCase();
    const actions = ['list', 'get', 'create', 'update', 'delete'] as const;
    return { ...named(taxonomy.restBase, one, taxonomy.labels.name.toLowerCase()), actions };
  });
  const tools = [...written, files, ...terms, comments, users].flatMap((one) => collectionTools(one, registry));
  return [...tools, ...siteTools(registry)];
}

function named(restBase: string, one: string, many: string) {
  // Names of tools are letters, digits, dashes and underscores.
  return { name: restBase.replace(/[^\w-]+/g, '_').slice(0, 40), path: `/wp/v2/${restBase}`, one, many };
}

const files: ToolCollection = {
  name: 'media',
  path: '/wp/v2/media',
  createPath: '/platen/v1/media',
  one: 'media item',
  many: 'media items',
  actions: ['list', 'get', 'create', 'update', 'delete'],
};

const comments: ToolCollection = {
  name: 'comments',
  path: '/wp/v2/comments',
  one: 'comment',
  many: 'comments',
  actions: ['list', 'get', 'create', 'update', 'trash', 'delete'],
};

const users: ToolCollection = {
  name: 'users',
  path: '/wp/v2/users',
  one: 'user',
  many: 'users',
  actions: ['list', 'get'],
};

/** The tools that are not about one collection. */
export function siteTools(registry: Registry): Tool[] {
  return [
    aboutSite,
    ...typesTool(registry),
    ...searchTool(registry),
    ...settingsTools(registry),
    ...whoAmI(registry),
    ...proposalTools(registry),
  ];
}

const aboutSite: Tool = {
  name: 'site_get',
  title: 'About the site',
  description: 'Read the name, tagline, address and time zone of the site.',
  properties: {},
  required: [],
  annotations: reading,
  run: async (_input, { ask }) => {
    const query = { _fields: 'name,description,url,home,gmt_offset,timezone_string' };
    const { body } = await accepted(ask, { method: 'GET', path: '/', query });
    const { name, description, url, home, gmt_offset, timezone_string } = isMembers(body) ? body : {};
    return { name, description, url, home, gmt_offset, timezone_string };
  },
};

const typesPath = '/platen/v1/types';

/** The description that forms are made of: what can be written, and the fields of it. */
function typesTool(registry: Registry): Tool[] {
  if (!registry.find('GET', typesPath)) return [];
  return [
    {
      name: 'types_describe',
      title: 'Describe types and fields',
      description:
        'Describe the types, taxonomies and declared fields that you may edit. Fields are read and written as members of meta.',
      properties: { type: { type: 'string', description: 'Only this type or taxonomy, such as "post".' } },
      required: [],
      annotations: reading,
      run: async ({ type: name }, { ask }) => {
        const body = membersOf((await accepted(ask, { method: 'GET', path: typesPath })).body);
        const isAsked = (one: unknown) => name === undefined || (isMembers(one) && one['name'] === name);
        const parts = Object.entries(body).map(([part, list]) => {
          const isOwner = part === 'types' || part === 'taxonomies';
          return [part, Array.isArray(list) && isOwner ? list.filter(isAsked) : list] as const;
        });
        const asked = name === undefined ? parts : parts.filter(([part]) => part === 'types' || part === 'taxonomies');
        return membersOf(saying(Object.fromEntries(asked)));
      },
    },
  ];
}

/** A description without the members that say nothing: most fields have few limits. */
function saying(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(saying);
  if (!isMembers(value)) return value;
  const said = Object.entries(value).filter(
    ([, one]) => one !== null && one !== '' && one !== false && !(Array.isArray(one) && one.length === 0),
  );
  return Object.fromEntries(said.map(([name, one]) => [name, saying(one)]));
}

const searchPath = '/platen/v1/search';

/** The ranked search of the interface. What it finds is shown as plain text, without marks. */
function searchTool(registry: Registry): Tool[] {
  const search = registry.find('GET', searchPath)?.endpoint;
  if (!search) return [];
  return [
    {
      name: 'search',
      title: 'Search the site',
      description:
        'Find published content of all types by words in it, best matches first, with the place of the words.',
      properties: {
        query: {
          type: 'string',
          description: search.allArgs['search']?.description ?? 'The words to look for.',
        },
        ...inputProperties(search.allArgs, ['search']),
      },
      required: ['query'],
      annotations: reading,
      run: async ({ query, ...asked }, { ask }) => {
        const { body } = await accepted(ask, { method: 'GET', path: searchPath, query: { ...asked, search: query } });
        const { total, total_is, items } = membersOf(body);
        const found = Array.isArray(items) ? items.filter(isMembers) : [];
        return { total, total_is, items: found.map(foundItem) };
      },
    },
  ];
}

const foundItem = ({ id, type, link, date, title, snippet }: Members): Members => ({
  id,
  type,
  link,
  date,
  title: readableText(String(title)),
  snippet: readableText(String(snippet)),
});

const settingsPath = '/wp/v2/settings';

function settingsTools(registry: Registry): Tool[] {
  const update = registry.find('POST', settingsPath)?.endpoint;
  if (!update) return [];
  return [
    {
      name: 'settings_get',
      title: 'Read the settings',
      description: 'Read the settings of the site.',
      properties: {},
      required: [],
      annotations: reading,
      run: async (_input, { ask }) => membersOf((await accepted(ask, { method: 'GET', path: settingsPath })).body),
    },
    {
      name: 'settings_update',
      title: 'Change the settings',
      description: 'Change settings of the site. Only the arguments that are sent are changed.',
      properties: {
        ...inputProperties(update.allArgs, []),
        dryRun: {
          type: 'boolean',
          default: false,
          description: 'Only say what would change; nothing is stored.',
        },
      },
      required: [],
      annotations: replacing,
      run: async ({ dryRun, ...body }, { ask }) => {
        const write = { method: 'POST', path: settingsPath, body } as const;
        if (dryRun !== true) return membersOf((await accepted(ask, write)).body);
        const { before, after } = await inDryRun(ask, write, settingsPath);
        return { dryRun: true, wouldChange: differences(before ?? {}, after) };
      },
    },
  ];
}

function whoAmI(registry: Registry): Tool[] {
  const path = '/wp/v2/users/me';
  if (!registry.find('GET', path)) return [];
  return [
    {
      name: 'users_me',
      title: 'Who am I',
      description: 'Read the account whose rights these tools act with: its name, roles and capabilities.',
      properties: {},
      required: [],
      annotations: reading,
      run: async (_input, { ask, markdown }) => {
        const { body } = await accepted(ask, { method: 'GET', path, query: { context: 'edit' } });
        return plainItem(membersOf(body), 'html', markdown);
      },
    },
  ];
}

const membersOf = (value: unknown): Members => (isMembers(value) ? value : {});
