import { createRequire } from 'node:module';
import { type KillableSite, killableSite } from '../support/server-process.ts';

/** Loads a client from the packages of this folder; the types are those a test states. */
export const requireClient = createRequire(import.meta.url);

/** The account of the site that the clients use. */
export const account = { username: 'admin', password: 'password' } as const;

/** The program in a process of its own, with one published post and one page. */
export interface ClientSite extends KillableSite {
  readonly post: Item;
  readonly page: Item;
  /** Asks the interface directly, as the administrator. */
  ask(path: string, init?: { method?: string; body?: unknown }): Promise<unknown>;
  upload(name: string, type: string, bytes: Buffer): Promise<void>;
}

export interface Item {
  readonly id: number;
  readonly link: string;
  readonly title: { readonly rendered: string };
}

export async function clientSite(settings: Readonly<Record<string, string>> = {}): Promise<ClientSite> {
  const site = await killableSite(settings);
  const authorization = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`;
  const ask = async (path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) => {
    const response = await fetch(`${site.origin}/wp-json/wp/v2${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const upload = async (name: string, type: string, bytes: Buffer) => {
    const headers = { authorization, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
    const body = new Uint8Array(bytes);
    const { status } = await fetch(`${site.origin}/wp-json/wp/v2/media`, { method: 'POST', headers, body });
    if (status !== 201) throw new Error(`${name}: ${status}`);
  };
  const make = async (path: string, title: string) =>
    (await ask(path, { method: 'POST', body: { title, status: 'publish', content: '<p>Text.</p>' } })) as Item;
  return { ...site, ask, upload, post: await make('/posts', 'A post'), page: await make('/pages', 'A page') };
}
