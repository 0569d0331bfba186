import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { type PageSite, pageSite, siteUrl } from './page-client.ts';
import { fillSite } from './varied-site.ts';

interface Link {
  readonly href: string;
  readonly templated?: boolean;
}

const roots = ['posts', 'pages', 'media', 'categories', 'tags', 'users', 'comments', 'types', 'statuses', 'taxonomies'];
const api = `${siteUrl}/wp-json`;

/** The relations whose targets only some callers may read, by the least that such a caller is. */
const guarded: Readonly<Record<Exclude<Role, 'author' | 'contributor'>, readonly string[]>> = {
  anonymous: ['predecessor-version', 'version-history'],
  subscriber: ['predecessor-version', 'version-history'],
  editor: [],
  administrator: [],
};

let site: PageSite;
beforeAll(async () => {
  site = await pageSite();
  await fillSite(site);
  const { body } = await site.as('administrator').get('/wp/v2/posts?per_page=1');
  await site.write(`posts/${body[0].id}`, { content: 'Changed once.' });
});
afterAll(() => site?.close());

/** Every `_links` object of an answer, however deep. */
function linksIn(value: unknown, found: [rel: string, link: Link][] = []): [rel: string, link: Link][] {
  if (Array.isArray(value)) for (const one of value) linksIn(one, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      if (name === '_links')
        for (const [rel, links] of Object.entries(member as Record<string, Link[]>))
          for (const link of links) found.push([rel, link]);
      else linksIn(member, found);
    }
  return found;
}

async function followed(role: Role): Promise<{ refused: Set<string>; wrong: string[]; seen: number }> {
  const client = site.as(role);
  const waiting = ['/', ...roots.map((root) => `/wp/v2/${root}?per_page=100`)];
  const known = new Set(waiting);
  const rels = new Map<string, string>();
  const refused = new Set<string>();
  const wrong: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const { status, body } = await client.get(path);
    const rel = rels.get(path) ?? '';
    if (status === (role === 'anonymous' ? 401 : 403)) refused.add(rel);
    else if (status !== 200) wrong.push(`${rel} ${path}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    // The root describes every route; its own links are those of the site.
    for (const [name, link] of linksIn(path === '/' ? { _links: body._links } : body)) {
      if (link.templated || !link.href.startsWith(api)) continue;
      const next = link.href.slice(api.length);
      if (known.has(next)) continue;
      known.add(next);
      rels.set(next, name);
      waiting.push(next);
    }
  }
  return { refused, wrong, seen: known.size };
}

describe('every link of the interface answers as the permission of the caller says', () => {
  it.each(['anonymous', 'subscriber', 'editor', 'administrator'] as const)('for %s', async (role) => {
    const { refused, wrong, seen } = await followed(role);
    expect(wrong).toEqual([]);
    expect([...refused].toSorted()).toEqual(guarded[role]);
    expect(seen).toBeGreaterThan(60);
  });
});
