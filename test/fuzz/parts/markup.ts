import { exchange } from '../core/exchange.ts';
import type { Part } from '../core/part.ts';
import type { Random } from '../core/random.ts';
import type { FuzzSite } from '../world/fuzz-site.ts';
import type { FuzzRole } from '../world/secrets.ts';
import { openBrowserJudge } from './browser-judge.ts';
import { executableIn } from './executable.ts';
import { markupText } from './markup-text.ts';

/** A text that somebody without the right to unfiltered HTML writes somewhere. */
export interface MarkupCase {
  readonly as: FuzzRole;
  readonly place: keyof typeof places;
  readonly text: string;
}

/** Where a text can be written, and by whom at least. */
const places = {
  content: {
    path: '/wp/v2/posts',
    by: ['contributor', 'author'],
    fields: (text: string) => ({ title: 'T', content: text }),
  },
  excerpt: {
    path: '/wp/v2/posts',
    by: ['contributor', 'author'],
    fields: (text: string) => ({ title: 'T', excerpt: text }),
  },
  title: {
    path: '/wp/v2/posts',
    by: ['contributor', 'author'],
    fields: (text: string) => ({ title: text, content: 'C' }),
  },
  comment: {
    path: '/wp/v2/comments',
    by: ['subscriber', 'author'],
    fields: (text: string, post: number) => ({ post, content: text }),
  },
  'term name': {
    path: '/wp/v2/tags',
    by: ['editor'],
    fields: (text: string) => ({ name: `n${text}`, description: text }),
  },
  profile: {
    path: '/wp/v2/users/me',
    by: ['subscriber', 'author'],
    fields: (text: string) => ({ description: text, name: text, url: text }),
  },
} as const satisfies Record<
  string,
  { path: string; by: readonly FuzzRole[]; fields: (text: string, post: number) => object }
>;

/** Pages are shown to a browser this many at a time. */
const batch = 80;

/** Nearly-HTML with short codes and block comments, judged by a parser and by a browser. */
export const markup: Part<MarkupCase> = {
  name: 'markup',
  lanes: 3,
  async open(site) {
    const judge = await openBrowserJudge();
    if (!judge) console.log('  There is no Chromium here: the markup part judges with the parser alone.');
    let shown: string[] = [];
    const look = async (): Promise<string[]> => {
      const pages = shown;
      shown = [];
      const ran = (await judge?.running(pages)) ?? [];
      return ran.map((page) => `A script ran in the browser: ${page.slice(0, 1500)}`);
    };
    return {
      next: markupCase,
      async run(one) {
        const rendered = await write(site, one);
        if (typeof rendered === 'string') return [rendered];
        const complaints = rendered.flatMap((html) => {
          const found = executableIn(html, site.origin, site.variant === 'c');
          return found ? [`Executable in the ${one.place} of a ${one.as}: ${found} in ${html.slice(0, 1500)}`] : [];
        });
        if (judge) shown.push(...new Set(rendered.filter((html) => /[<&]/.test(html))));
        return shown.length < batch ? complaints : [...complaints, ...(await look())];
      },
      async close() {
        const complaints = await look();
        await judge?.close();
        return complaints;
      },
    };
  },
};

export function markupCase(random: Random): MarkupCase {
  const place = random.pick(Object.keys(places) as (keyof typeof places)[]);
  return { place, as: random.pick<FuzzRole>(places[place].by), text: markupText(random) };
}

/** Writes the text; what readers are shown of it, or what is wrong with the answer. */
async function write(site: FuzzSite, { as, place, text }: MarkupCase): Promise<string[] | string> {
  const { path, fields } = places[place];
  const body = JSON.stringify(fields(text, site.planted.posts.at(-1) ?? 1));
  const headers = { authorization: site.authorization(as) ?? '', 'content-type': 'application/json' };
  const got = await exchange(site.origin, { method: 'POST', target: `/wp-json${path}`, headers, body });
  site.tally.count(`${path} (markup)`, as, typeof got === 'string' ? 'no answer' : got.status);
  if (typeof got === 'string') return got;
  if (got.status >= 500) return `It answers ${got.status}: ${got.text.slice(0, 300)}`;
  return got.status < 300 ? [...markupIn(JSON.parse(got.text))] : [];
}

const plain = new Set([
  'slug',
  'link',
  'guid',
  'date',
  'avatar_urls',
  'author_avatar_urls',
  '_links',
  'author_email',
  'email',
  'username',
]);

/** Every text of an answer that a page may show as HTML. */
function* markupIn(value: unknown, name = ''): Generator<string> {
  if (typeof value === 'string') {
    // An address stands in an attribute.
    yield name === 'url' || name === 'author_url' ? `<a href="${value.replaceAll('"', '&quot;')}">x</a>` : value;
  }
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) if (!plain.has(key)) yield* markupIn(inner, key);
}
