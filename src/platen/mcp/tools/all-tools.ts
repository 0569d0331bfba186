import type { Registry } from '../../../api/routing/registry.ts';
import { isShownTaxonomy } from '../../../rules/taxonomies.ts';
import type { Core } from '../../../wp/all.ts';
import { collectionTools, type ToolCollection } from './collection-tools.ts';
import { siteTools } from './site-tools.ts';
import type { Tool } from './tool.ts';

const everything = ['list', 'get', 'create', 'update', 'publish', 'trash', 'delete'] as const;

/** Every tool of a site: those for posts, pages and declared types, files, terms, comments, users and settings. */
export function allTools(
  { kinds, taxonomies }: Pick<Core, 'kinds' | 'taxonomies'>,
  registry: Registry,
): readonly Tool[] {
  const written = [...kinds]
    .filter(({ type }) => !type.inheritsFromParent && !type.storedTexts)
    .map(({ type }): ToolCollection => {
      const many = type.labels.name.toLowerCase();
      const one = String(type.labels['singular_name'] ?? type.name).toLowerCase();
      return { ...named(String(type.restBase), one, many), actions: everything, isWritten: true };
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
