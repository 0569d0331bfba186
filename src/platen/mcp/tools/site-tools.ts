import type { Registry } from '../../../api/routing/registry.ts';
import type { Members } from '../../../schema/schema.ts';
import { accepted, isMembers } from '../ask-interface.ts';
import { differences, rehearse } from './dry-run.ts';
import { inputProperties } from './input-schema.ts';
import { plainItem } from './plain-item.ts';
import { reading, replacing, type Tool } from './tool.ts';

/** The tools that are not about one collection. `written` are the collections that a search goes through. */
export function siteTools(registry: Registry, written: readonly { name: string; path: string }[]): Tool[] {
  return [aboutSite, searchTool(written), ...settingsTools(registry), ...whoAmI(registry)];
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

const mostFound = 10;

function searchTool(written: readonly { name: string; path: string }[]): Tool {
  return {
    name: 'search',
    title: 'Search the site',
    description: `Find ${written.map(({ name }) => name).join(', ')} by words in them; up to ${mostFound} of each, the newest first.`,
    properties: { query: { type: 'string', description: 'The words to look for.' } },
    required: ['query'],
    annotations: reading,
    run: async ({ query }, { ask, markdown }) => {
      const found: Record<string, Members> = {};
      for (const { name, path } of written) {
        const asked = { search: String(query), per_page: mostFound, _fields: 'id,type,status,date,link,title' };
        const { body, headers } = await accepted(ask, { method: 'GET', path, query: asked });
        const items = Array.isArray(body) ? body.filter(isMembers) : [];
        found[name] = {
          total: Number(headers['X-WP-Total'] ?? items.length),
          items: await Promise.all(items.map((item) => plainItem(item, 'html', markdown))),
        };
      }
      return found;
    },
  };
}

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
        const { before, after } = await rehearse(ask, write, settingsPath);
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
