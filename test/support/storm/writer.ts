import { keptConnection } from './kept-connection.ts';

export interface NewPost {
  readonly title: string;
  readonly status: 'publish' | 'draft';
  readonly tag: number;
  readonly category: number;
  readonly author: number;
}

/** How one program writes content. Each call is one write; it fails where the write was not acknowledged. */
export interface StormWriter {
  tag(name: string): Promise<number>;
  post(post: NewPost): Promise<number>;
  retitle(id: number, title: string): Promise<void>;
  setStatus(id: number, status: 'publish' | 'draft'): Promise<void>;
  setCategory(id: number, category: number): Promise<void>;
  setAuthor(id: number, author: number): Promise<void>;
  trash(id: number): Promise<void>;
  remove(id: number): Promise<void>;
  comment(post: number, text: string): Promise<number>;
  hold(comment: number): Promise<void>;
  removeComment(id: number): Promise<void>;
  end(): void;
}

/** A write that was answered with something else than success. */
export class Refused extends Error {}

/** Writes through the interface at `origin`. */
export function interfaceWriter(origin: string, login: string): StormWriter {
  const ask = keptConnection(origin);
  const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await ask(method, `/wp-json/wp/v2${path}`, body, login);
    if (answer.status >= 300)
      throw new Refused(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return answer.body as Record<string, unknown>;
  };
  const idOf = async (made: Promise<Record<string, unknown>>): Promise<number> => Number((await made)['id']);
  const change = async (id: number, body: object): Promise<void> => {
    await send('POST', `/posts/${id}`, body);
  };
  return {
    tag: (name) => idOf(send('POST', '/tags', { name })),
    post: ({ tag, category, ...post }) =>
      idOf(send('POST', '/posts', { ...post, content: 'x', tags: [tag], categories: [category] })),
    retitle: (id, title) => change(id, { title }),
    setStatus: (id, status) => change(id, { status }),
    setCategory: (id, category) => change(id, { categories: [category] }),
    setAuthor: (id, author) => change(id, { author }),
    trash: async (id) => void (await send('DELETE', `/posts/${id}`)),
    remove: async (id) => void (await send('DELETE', `/posts/${id}?force=true`)),
    comment: (post, content) => idOf(send('POST', '/comments', { post, content })),
    hold: async (id) => void (await send('POST', `/comments/${id}`, { status: 'hold' })),
    removeComment: async (id) => void (await send('DELETE', `/comments/${id}?force=true`)),
    end: () => ask.end(),
  };
}
