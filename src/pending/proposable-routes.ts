import type { Match } from '../api/routing/registry.ts';
import { capabilityTo } from '../rules/capabilities.ts';
import { isShownTaxonomy } from '../rules/taxonomies.ts';
import type { Core } from '../wp/core.ts';

/** What is known of the items of a collection that changes can be proposed to. */
export interface ProposableType {
  /** The last segment of the collection, such as `posts`. */
  readonly type: string;
  /** Who has it decides about all of them. */
  readonly capability: string;
  /** How an item is stored, for its owner. */
  readonly stored: 'post' | 'other';
}

/** Finds what a write is about; null for writes that cannot be proposed. */
export type FindProposable = (match: Match, method: string) => ProposableType | null;

/**
 * Changes of content, files' texts, terms, menus and comments can be proposed: writes that are wholly in the database, to a
 * collection or an item of it. Accounts and settings cannot, since their values are no affair of others.
 */
export function proposableRoutes({ kinds, taxonomies }: Pick<Core, 'kinds' | 'taxonomies'>): FindProposable {
  const types = new Map<string, ProposableType>();
  for (const { type } of kinds) {
    if (type.restBase === null) continue;
    const capability = capabilityTo('edit_others', type);
    types.set(String(type.restBase), { type: String(type.restBase), capability, stored: 'post' });
  }
  for (const { restBase, capabilities } of taxonomies.filter(isShownTaxonomy))
    types.set(restBase, { type: restBase, capability: capabilities.edit, stored: 'other' });
  types.set('comments', { type: 'comments', capability: 'moderate_comments', stored: 'other' });
  types.set('menus', { type: 'menus', capability: 'edit_theme_options', stored: 'other' });
  types.set('menu-items', { type: 'menu-items', capability: 'edit_theme_options', stored: 'other' });
  return ({ routePath, endpoint }, method) => {
    const [, base, item] = /^\/wp\/v2\/([\w-]+)(?:\/(\{id:[a-z]+\}))?$/.exec(routePath.path.template) ?? [];
    const found = base === undefined ? undefined : types.get(base);
    if (!found || !endpoint.undoable) return null;
    return item !== undefined || method === 'POST' ? found : null;
  };
}
