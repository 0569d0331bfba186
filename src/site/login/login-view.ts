import { createHash } from 'node:crypto';
import type { SiteAnswer, SiteRequest } from '../../http/write-response.ts';
import type { Site } from '../../rules/site.ts';
import { directionOf } from '../pages/site-model.ts';
import { type Html, html, noHtml, raw } from '../theme/html.ts';
import { passkeyScript, passkeyScriptSource } from './passkey-script.ts';

const style = `:root{color-scheme:light dark;--ink:#22211e;--soft:#625e55;--ground:#f5f3ec;--card:#fffefb;--line:#8b867b;--accent:#0b5a6b;--bad:#a3122a}
@media(prefers-color-scheme:dark){:root{--ink:#e9e6df;--soft:#a8a298;--ground:#171615;--card:#22201e;--line:#857f75;--accent:#7fc8d8;--bad:#ff9aa8}}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,22rem);place-content:center;justify-items:center;gap:1.25rem;padding:2rem 1rem;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header a{color:inherit;font-weight:650;font-size:1.25rem;text-decoration:none}
main{width:100%;background:var(--card);border-radius:.75rem;padding:1.75rem;box-shadow:0 1px 3px #0002,0 8px 24px #0001}
h1{font-size:1.25rem;margin:0 0 1rem}p{margin:0 0 1rem}main>:last-child{margin-bottom:0}label{display:block;margin:0 0 .25rem;font-weight:550}
input:not([type=checkbox]){width:100%;padding:.6rem .7rem;margin:0 0 1rem;border:1px solid var(--line);border-radius:.4rem;background:transparent;color:inherit;font:inherit}
.hint{margin:-.75rem 0 1rem;color:var(--soft);font-size:.875rem}.row{display:flex;align-items:center;gap:.5rem;margin:0 0 1.25rem}.row label{margin:0;font-weight:400}.row input{inline-size:1.1rem;block-size:1.1rem}
button{width:100%;padding:.65rem;border:0;border-radius:.4rem;background:var(--accent);color:var(--card);font:inherit;font-weight:600;cursor:pointer}
button.other{margin-top:.75rem;background:transparent;color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}form+form{margin-top:0}[hidden]{display:none}
a.other{display:block;margin-top:.75rem;padding:.65rem;border-radius:.4rem;box-shadow:inset 0 0 0 1px var(--accent);text-align:center;text-decoration:none;font-weight:600}
.soft{color:var(--soft);font-size:.925rem}.address{overflow-wrap:anywhere}.code{letter-spacing:.12em;text-transform:uppercase}
fieldset{margin:0 0 1rem;padding:.75rem .9rem .1rem;border:1px solid var(--line);border-radius:.4rem}legend{padding:0 .35rem;font-weight:550}
.choice{display:flex;gap:.6rem;margin:0 0 .7rem}.choice label{margin:0;font-weight:400}.choice input{flex:none;inline-size:1.1rem;block-size:1.1rem;margin:.2rem 0 0;accent-color:var(--accent)}
a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.note{padding:.7rem .9rem;border-inline-start:4px solid var(--accent);background:color-mix(in srgb,var(--accent) 12%,transparent);border-radius:.25rem}.note.bad{border-color:var(--bad);background:color-mix(in srgb,var(--bad) 12%,transparent)}
blockquote{margin:0 0 1.25rem;padding:.1rem 0 .1rem .9rem;border-inline-start:3px solid var(--line);overflow-wrap:anywhere}blockquote p{margin:0 0 .35rem}blockquote footer{color:var(--soft)}
body>footer{display:flex;flex-wrap:wrap;justify-content:center;gap:.5rem 1.5rem;color:var(--soft);font-size:.925rem}`;

const policyFor = (forms: string, scripts = ''): string =>
  [
    "default-src 'none'",
    ...(scripts === '' ? [] : [`script-src ${scripts}`]),
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    `form-action ${forms}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
const policy = policyFor("'self'");

/** The content policy of a page with a button for a passkey. */
const passkeyPolicy = policyFor("'self'", passkeyScriptSource);

/** The content policy of a page whose form leads on to an address elsewhere: browsers check where it is sent on to. */
export const policyWith = ({ protocol, origin }: URL): string =>
  policyFor(`'self' ${/^https?:$/.test(protocol) ? origin : protocol}`);

const bare = {
  'Cache-Control': 'no-store, no-transform',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'same-origin',
} as const;

export interface LoginView {
  readonly title: string;
  readonly main: Html;
  /** Links below the card. */
  readonly links?: readonly (readonly [text: string, href: string])[];
  /** Whether a form has a button for a passkey, which takes a script. */
  readonly hasPasskey?: boolean;
  readonly notice?: { readonly text: string; readonly isBad?: boolean } | null;
}

/** A page around the log-in; never cached, framed or found. */
export async function loginAnswer(
  { title, language, serverUrl, url }: Site,
  { title: heading, main, links = [], notice = null, hasPasskey = false }: LoginView,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): Promise<SiteAnswer> {
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading} – ${title}</title><style>${raw(style)}</style>
<link rel="https://api.w.org/" href="${serverUrl}/wp-json/"></head>
<body class="login"><header><a href="${url}/">${title || url}</a></header>
<main id="login"><h1>${heading}</h1>
${notice ? html`<p class="note${notice.isBad ? ' bad' : ''}" role="${notice.isBad ? 'alert' : 'status'}"${notice.isBad ? html` id="login_error"` : noHtml}>${notice.text}</p>` : noHtml}
${main}</main>
<footer>${links.map(([text, href]) => html`<a href="${href}">${text}</a>`)}</footer>${hasPasskey ? passkeyScript : noHtml}</body></html>
`;
  return {
    status,
    type: 'text/html; charset=UTF-8',
    payload: String(await page),
    headers: { ...bare, 'Content-Security-Policy': hasPasskey ? passkeyPolicy : policy, ...headers },
  };
}

/** Sends the browser on. */
export function sentOn(location: string, headers: Readonly<Record<string, string>> = {}): SiteAnswer {
  return {
    status: 302,
    type: 'text/html; charset=UTF-8',
    payload: '',
    headers: { ...bare, Location: location, ...headers },
  };
}

/** Whether a URL belongs to this site: to its pages or to the server that answers for it. */
export function isOwnUrl(url: URL, { url: home, serverUrl }: Pick<Site, 'url' | 'serverUrl'>): boolean {
  return [home, serverUrl].some((base) => {
    const own = new URL(base);
    const path = own.pathname.replace(/\/$/, '');
    const isBelow = path === '' || url.pathname === path || url.pathname.startsWith(`${path}/`);
    return url.origin === own.origin && isBelow && url.username === '' && url.password === '';
  });
}

/** Where to go after a log-in: the asked-for address if it is one of this site, else the fallback. */
export function ownTarget(asked: string | null, site: Site, fallback: string): string {
  // Browsers read a backslash as a slash and drop control characters; no address of ours has either.
  if (!asked || /[\\\u0000-\u0020\u007f]/.test(asked)) return fallback;
  const url = URL.parse(asked, `${site.serverUrl}/`);
  return url && isOwnUrl(url, site) ? url.href : fallback;
}

/**
 * Whether a form was sent by a page of another site. Browsers say where a posted form comes from; programs, which send
 * neither header, have no session that somebody else could use.
 */
export function isForeignForm({ headers }: Pick<SiteRequest, 'headers'>, site: Site): boolean {
  const { origin } = headers;
  if (headers['sec-fetch-site'] === 'cross-site') return true;
  if (origin === undefined) return false;
  const sender = URL.parse(origin);
  if (!sender) return true;
  return sender.host !== headers.host && ![site.url, site.serverUrl].some((own) => new URL(own).origin === origin);
}
