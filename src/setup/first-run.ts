import { randomBytes } from 'node:crypto';
import { createAccount } from '../auth/accounts.ts';
import { isUsablePassword, longestPasswordBytes } from '../auth/passwords/password-hash.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { Ready } from '../ready.ts';
import type { Site } from '../rules/site.ts';
import { siteOptions } from '../rules/site.ts';
import type { OpenStore, Store } from '../storage/store.ts';
import { StoreError } from '../storage/store-error.ts';
import { addSampleContent } from './sample-content.ts';

const mostAttempts = 5;

/** What the first start created. */
export interface FirstRun {
  /** The password, if it was generated; shown once and stored only as a hash. */
  readonly password: string | null;
}

/** What a first start depends on. */
export interface FirstRunContext {
  readonly store: OpenStore;
  readonly config: Config;
  readonly clock: () => number;
  readonly site: (store: Store) => Ready<Site>;
  /** Stored instead of hashing the configured password. */
  readonly adminPasswordHash?: string | undefined;
  readonly extensions: readonly { readonly onNewSite?: (store: Store, facts: NewSite) => Promise<void> }[];
}

/** The facts about a newly created site. */
export interface NewSite {
  readonly site: Site;
  /** The administrator. */
  readonly authorId: number;
  readonly nowMs: number;
}

function checkAdminPassword({ adminPassword }: Config): void {
  if (adminPassword === '' || isUsablePassword(adminPassword)) return;
  throw new ConfigError(
    `PLATEN_ADMIN_PASSWORD must not be blank and has at most ${longestPasswordBytes} bytes. Choose another.`,
  );
}

/**
 * Fills an empty database with what a site needs: settings, the administrator, a category, and optional sample content.
 */
export async function firstRun(context: FirstRunContext): Promise<FirstRun | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await createSite(context);
    } catch (error) {
      // Another process may be creating the site, for longer than a statement waits.
      if (!(error instanceof StoreError && error.failure === 'busy') || attempt === mostAttempts) throw error;
    }
  }
}

async function createSite(context: FirstRunContext): Promise<FirstRun | null> {
  const { store, config } = context;
  if ((await store.users.count({})) > 0) return null;
  checkAdminPassword(config);
  const password = config.adminPassword || randomBytes(18).toString('base64url');
  const made = await store.transaction(async (inside) => {
    // Processes may start together: one creates the site, and the others wait for it and find it created.
    await inside.lock('first start');
    if ((await inside.users.count({})) > 0) return false;
    const { siteurl: _siteurl, home: _home, ...settings } = siteOptions;
    for (const [name, value] of Object.entries({ ...settings, admin_email: config.adminEmail }))
      await inside.options.set(name, value);
    const adminId = await createAccount(inside, {
      login: config.adminUser,
      email: config.adminEmail,
      password,
      ...(context.adminPasswordHash ? { passwordHash: context.adminPasswordHash } : {}),
      roles: ['administrator'],
      nowMs: context.clock(),
    });
    await inside.terms.insert({
      name: 'Uncategorized',
      slug: 'uncategorized',
      taxonomy: 'category',
      description: '',
      parentId: 0,
    });
    if (config.sampleContent) {
      const newSite: NewSite = { authorId: adminId, site: await context.site(inside), nowMs: context.clock() };
      await addSampleContent(inside, newSite);
      for (const extension of context.extensions) await extension.onNewSite?.(inside, newSite);
    }
    return true;
  });
  return made ? { password: config.adminPassword ? null : password } : null;
}
