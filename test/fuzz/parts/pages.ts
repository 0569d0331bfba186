import { exchange, type Got } from '../core/exchange.ts';
import type { Part } from '../core/part.ts';
import { type Random, randomOf } from '../core/random.ts';
import type { FuzzSite } from '../world/fuzz-site.ts';
import { type FuzzRole, fuzzRoles } from '../world/secrets.ts';
import { type PageCase, pageCase } from './page-case.ts';
import { createRows, type Rows } from './rows.ts';

/** Pages, feeds, the log-in and forms of the public site, as visitors and as everyone with a session. */
export const pages: Part<PageCase> = {
  name: 'pages',
  lanes: 4,
  async open(site) {
    const rows = createRows(site);
    const cookies = await logIn(site);
    let runs = 0;
    return {
      next: pageCase,
      async run(one) {
        // Whoever has logged out asks as a visitor, who may see no more.
        const cookie = cookies.get(one.as);
        const complaints = await runPage(site, rows, { one, cookie, random: randomOf(JSON.stringify(one), runs++) });
        if (cookie && /logout/.test(one.target)) cookies.set(one.as, (await sessionOf(site, one.as)) ?? '');
        return complaints;
      },
    };
  },
};

async function logIn(site: FuzzSite): Promise<Map<FuzzRole, string>> {
  const cookies = new Map<FuzzRole, string>();
  for (const role of fuzzRoles) {
    const cookie = await sessionOf(site, role);
    if (cookie) cookies.set(role, cookie);
  }
  return cookies;
}

async function sessionOf(site: FuzzSite, role: FuzzRole): Promise<string | undefined> {
  const password = site.password(role);
  if (password === undefined) return undefined;
  const got = await exchange(site.origin, {
    method: 'POST',
    target: '/wp-login.php',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ log: `the-${role}`, pwd: password }).toString(),
  });
  if (typeof got === 'string') throw new Error(got);
  return [got.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0];
}

interface PageRun {
  readonly one: PageCase;
  readonly cookie: string | undefined;
  readonly random: Random;
}

async function runPage(site: FuzzSite, rows: Rows, { one, cookie, random }: PageRun): Promise<string[]> {
  // A secret may have a blank in it, which a request line cannot have.
  const target = rows.fill(one.target, random).replaceAll(/[^\x21-\x7e]/g, encodeURIComponent);
  const form = one.form === undefined ? undefined : rows.fill(one.form, random);
  const joined = [cookie, one.headers?.['cookie']].filter(Boolean).join('; ');
  const headers = {
    ...one.headers,
    ...(joined ? { cookie: joined } : {}),
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
  };
  const sent = { method: one.method, target, headers, ...(form === undefined ? {} : { body: form }) };
  const got = await exchange(site.origin, sent);
  site.tally.count('pages', one.as, typeof got === 'string' ? 'no answer' : got.status);
  if (typeof got === 'string') return [got];
  const asked = `${decoded(target)}\n${decoded(form ?? '')}\n${JSON.stringify(sent)}`;
  return judgePage(site, one.as, asked, got);
}

/** What is wrong with an answer outside the interface. */
export function judgePage(site: FuzzSite, as: FuzzRole, asked: string, { status, headers, text }: Got): string[] {
  const complaints = site.leakCheck
    .leaks(as, `${JSON.stringify(headers)}\n${text}`, asked)
    .map(({ about, text: shown }) => `It shows ${about} (${shown}) to the role ${as}.`);
  if (status >= 500 && status !== 501 && !(status === 503 && headers['retry-after']))
    complaints.push(`It answers ${status}: ${text.slice(0, 300)}`);
  const location = headers['location'];
  if (location !== undefined && URL.parse(String(location), site.origin)?.origin !== site.origin)
    complaints.push(`It leads elsewhere: ${location}`);
  if (
    text.includes('evil.example') &&
    headers['content-type']?.includes('html') &&
    /(?:href|src|action)="[^"]*\/\/evil/.test(text)
  )
    complaints.push(`A page links to a host that the request named.`);
  for (const cookie of [headers['set-cookie'] ?? []].flat())
    if (!/; HttpOnly/i.test(cookie) || !/; SameSite=/i.test(cookie))
      complaints.push(`A cookie is open to scripts: ${cookie}`);
  const type = String(headers['content-type'] ?? '');
  if (type.includes('html') && status === 200 && headers['x-content-type-options'] !== 'nosniff')
    complaints.push('A page lets browsers guess its type.');
  if (/<(?:script|img|svg)[^>]*>?zqrun\(/.test(text) && type.includes('html'))
    complaints.push('It repeats markup of the request.');
  return complaints;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
