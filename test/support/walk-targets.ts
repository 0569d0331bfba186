import type { Endpoint, RoutePath } from '../../src/api/routing/registry.ts';
import type { Client } from './platen.ts';
import type { Fields, Sent } from './shapes.ts';

/** Values that let an operation get as far as it can, by the name of the argument. */
export type Samples = Readonly<Record<string, Sent>>;

/** What writes cannot do much without, though they do not require it. */
const telling = ['post', 'content', 'title'];

/** The samples of what the operation requires, and of what makes a write worth while. */
export function valid(endpoint: Endpoint, samples: Samples): Fields {
  const isWrite = !endpoint.methods.includes('GET') && !endpoint.methods.includes('DELETE');
  const wanted = endpoint.argList.filter(([name, schema]) => schema.required || (isWrite && telling.includes(name)));
  return Object.fromEntries(
    wanted.map(([name]) => {
      if (!(name in samples)) throw new Error(`There is no sample for ${name}; add one beside the others.`);
      return [name, samples[name] as Sent];
    }),
  );
}

let counter = 0;

async function make(base: string, fields: object, admin: Client): Promise<number> {
  const made = await admin.post(`/wp/v2/${base}`, fields);
  if (made.status !== 201) throw new Error(`${base} could not be made: ${JSON.stringify(made.body)}`);
  return made.body.id;
}

/** A path that leads to something, made anew, and values that go with it. */
export async function targetOf({ path }: RoutePath, admin: Client): Promise<{ path: string; samples: Samples }> {
  const name = `thing-${++counter}`;
  const post = await make('posts', { title: name, status: 'publish', password: '' }, admin);
  const samples = {
    post,
    name,
    username: name,
    email: `${name}@example.org`,
    password: 'pw-thing',
    content: `Said ${name}`,
    text: `Said ${name}`,
    title: name,
    reassign: 1,
    url: `https://site.test/?p=${post}`,
    event: 'open',
    pid: post,
    requests: [{ method: 'GET', path: `/wp/v2/posts/${post}` }],
    search: name,
    path: `/?p=${post}`,
    code: '123456',
    response: '{}',
    role: 'author',
    token: name,
    into: 1,
    date: '2030-01-01T00:00:00',
    change: 1,
    action: 'export',
    taxonomy: 'post_tag',
    source: `/${name}`,
    csv: `/${name},/,302`,
    address: `${name}@example.org`,
    type: 'post',
    form: '[text name]',
    of: [1],
    changes: { title: name },
    is_enabled: true,
    is_made: true,
    visit: `visit-${name}`,
    act: 'request',
    hash: 'a'.repeat(64),
    ids: [1],
    items: [{ id: 1, alt_text: name }],
    src: 'https://site.test/wp-content/uploads/a.jpg',
    modifiers: [{ type: 'rotate', args: { angle: 90 } }],
    redirect_uris: [`https://${name}.test/back`],
    version: (await admin.get('/platen/v1/content-model')).body.version ?? '',
    declarations: { postTypes: [], taxonomies: [], fieldSets: [] },
    // A user has only so many of them.
    preview: path.template.endsWith('/open') ? (await admin.post('/platen/v1/previews', { post })).body.token : '',
  };
  if (path.parameters.length === 0) return { path: path.template, samples };
  return { path: await itemPath(path.template, post, samples, admin), samples };
}

async function itemPath(template: string, post: number, samples: Samples, admin: Client): Promise<string> {
  const base = template.split('/')[3] as string;
  const words: Record<string, string> = { type: 'post', status: 'publish', taxonomy: 'category' };
  const made = async (): Promise<number> => {
    if (base === 'posts' || base === 'media') return post;
    const collection = template.slice(0, template.indexOf('/{'));
    if (base === 'comments') return make('comments', { post, content: `Said ${String(samples['name'])}` }, admin);
    return (await admin.post(collection, { ...samples, status: undefined, post })).body.id ?? post;
  };
  const id = /\{\w+:(?:int|digits|number)\}/.test(template) ? await made() : 0;
  return template.replace(/\{(\w+):(\w+)\}/g, (_, name: string, kind: string) =>
    kind === 'word' ? (words[name] ?? 'none') : String(id),
  );
}
