import { randomBytes } from 'node:crypto';
import { createAccount } from '../auth/accounts.ts';
import type { Config } from '../config/config.ts';
import type { Site } from '../content/site.ts';
import { siteOptions } from '../content/site.ts';
import type { OpenStore, Store } from '../storage/store.ts';
import { addSampleContent } from './sample-content.ts';

/** What the first start made. */
export interface FirstRun {
  /** The password, where it was made up; shown once and kept nowhere in the clear. */
  readonly password: string | null;
}

export interface FirstRunParts {
  readonly store: OpenStore;
  readonly config: Config;
  readonly clock: () => number;
  readonly site: (store: Store) => Promise<Site>;
  readonly extensions: readonly { readonly onNewSite?: (store: Store, facts: NewSite) => Promise<void> }[];
}

/** What there is to know about a site that has just been made. */
export interface NewSite {
  readonly site: Site;
  /** The administrator. */
  readonly authorId: number;
  readonly nowMs: number;
}

/** Fills an empty database with what a site needs: settings, the administrator, a category, and sample content if wished. */
export async function firstRun(parts: FirstRunParts): Promise<FirstRun | null> {
  const { store, config } = parts;
  if ((await store.users.count({})) > 0) return null;
  const password = config.adminPassword || randomBytes(18).toString('base64url');
  const made = await store.transaction(async (inside) => {
    // Workers start together: whoever comes second finds the site made.
    if ((await inside.users.count({})) > 0) return false;
    const { siteurl: _siteurl, home: _home, ...settings } = siteOptions;
    for (const [name, value] of Object.entries({ ...settings, admin_email: config.adminEmail }))
      await inside.options.set(name, value);
    const adminId = await createAccount(inside, {
      login: config.adminUser,
      email: config.adminEmail,
      password,
      roles: ['administrator'],
      nowMs: parts.clock(),
    });
    await inside.terms.insert({
      name: 'Uncategorized',
      slug: 'uncategorized',
      taxonomy: 'category',
      description: '',
      parentId: 0,
    });
    if (config.sampleContent) {
      const facts: NewSite = { authorId: adminId, site: await parts.site(inside), nowMs: parts.clock() };
      await addSampleContent(inside, facts);
      for (const extension of parts.extensions) await extension.onNewSite?.(inside, facts);
    }
    return true;
  });
  return made ? { password: config.adminPassword ? null : password } : null;
}
