import type { Instance } from './instance.ts';

/** A browser without scripts that is led to another instance with each request, and keeps its cookies. */
export interface Browser {
  get(instance: Instance, path: string, headers?: Readonly<Record<string, string>>): Promise<Shown>;
  post(instance: Instance, path: string, fields: Readonly<Record<string, string>>): Promise<Shown>;
}

export interface Shown {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export function openBrowser(): Browser {
  const cookies = new Map<string, string>();
  const send = async (url: string, init: RequestInit): Promise<Shown> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookie !== '' && { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return {
    get: ({ url }, path, headers = {}) => send(url + path, { headers }),
    post: ({ url }, path, fields) => send(url + path, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}
