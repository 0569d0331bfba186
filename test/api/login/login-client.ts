import { type TestPlaten, testPlaten } from '../../support/platen.ts';

/** A browser without scripts: it keeps cookies and follows no redirect by itself. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  post(
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers?: Record<string, string>,
  ): Promise<Response>;
}

export interface LoginSite {
  readonly site: TestPlaten;
  readonly url: string;
  browser(): TestBrowser;
}

export async function loginSite(...[options, overrides]: Parameters<typeof testPlaten>): Promise<LoginSite> {
  const site = await testPlaten(options, overrides);
  const url = await site.platen.listen();
  return { site, url, browser: () => createBrowser(url) };
}

export function createBrowser(url: string): TestBrowser {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookie ? { cookie } : {}) };
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(set)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  return {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, fields, headers = {}) => ask(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
  };
}
