import {
  anyone,
  defineErrors,
  errors,
  json,
  type PlainAnswer,
  parseSiteUrl,
  type RefusalReply,
  type Reply,
  reply,
  replyAs,
  route,
  s,
} from '../../extension.ts';
import type { ForeignEmbeds } from './foreign/foreign-embeds.ts';
import { embedSize, type OwnEmbeds, pixelsOf } from './own-embeds.ts';
import { completeAddress } from './resolve-address.ts';

/** The provider of the site's own posts. */
export function embedRoute(embeds: OwnEmbeds) {
  return route({
    method: 'GET',
    path: '/oembed/1.0/embed',
    summary: 'Describe a public post of this site to pages that embed it.',
    args: {
      url: s.string({
        required: true,
        documentedType: null,
        description: 'Address of the post.',
        published: { type: 'string', format: 'uri' },
      }),
      format: s.scalar({ default: 'json', description: 'Form of the answer, json or xml.' }),
      maxwidth: s.scalar({ default: 600, description: 'Largest width of the embed in pixels.' }),
    },
    response: ownEmbedAnswer,
    permit: anyone,
    refusal: (refused, { format }) => (format === 'xml' ? xmlRefusal(refused) : refused),
    handle: async ({ url, format, maxwidth }, call) => {
      const data = await embeds(url, embedSize(maxwidth), call);
      if (!data) throw oembedErrors.oembed_invalid_url();
      return format === 'xml' ? xmlReply(data) : reply(data);
    },
  });
}

/** A response in the standard's other format (XML). */
export const xmlReply = (data: Readonly<Record<string, unknown>>, more: Omit<Reply, 'body' | 'type'> = {}): Reply =>
  replyAs('text/xml; charset=UTF-8', oembedXml(data), more);

const xmlRefusal = ({ body, status, headers }: RefusalReply): Reply => xmlReply(body, { status, headers });

/** Looks up embeds for editors: the site's own in process, others through the guarded fetcher. */
export function proxyRoute(embeds: OwnEmbeds, foreign: ForeignEmbeds) {
  return route({
    method: 'GET',
    path: '/oembed/1.0/proxy',
    summary: 'Find out how an address anywhere can be embedded.',
    args: {
      url: s.string({ required: true, description: 'Address to embed.', published: { format: 'uri' } }),
      format: s.string({ default: 'json', enum: ['json', 'xml'], description: 'Form of the answer.' }),
      maxwidth: s.scalar({
        default: 600,
        documentedType: 'integer',
        description: 'Largest width of the embed in pixels.',
      }),
      maxheight: s.scalar({ documentedType: 'integer', description: 'Largest height of the embed in pixels.' }),
      discover: s.boolean({ default: true, description: 'Whether to ask pages of providers that are not known.' }),
    },
    response: anyEmbedAnswer,
    permit: (_, { caller }) => {
      if (!caller.can('edit_posts')) throw errors.rest_forbidden();
    },
    shareable: false,
    handle: async ({ url, format, maxwidth, maxheight, discover }, call) => {
      const isOwn = parseSiteUrl(call.site, completeAddress(call.site, url)) !== null;
      const data = isOwn
        ? await embeds(url, embedSize(maxwidth, maxheight), call)
        : await foreign({ url, maxWidth: pixelsOf(maxwidth) ?? 600, maxHeight: pixelsOf(maxheight), discover });
      if (!data) throw oembedErrors.oembed_invalid_url();
      return format === 'xml' ? xmlReply(data) : reply(data);
    },
  });
}

const embed = json.object(
  {
    version: json.words('1.0'),
    type: json.words('photo', 'video', 'rich', 'link'),
    provider_name: json.string,
    provider_url: json.string,
    author_name: json.string,
    author_url: json.string,
    title: json.string,
    cache_age: json.integer,
    width: json.integer,
    height: json.integer,
    html: json.string,
    url: json.string,
    thumbnail_url: json.string,
    thumbnail_width: json.integer,
    thumbnail_height: json.integer,
  },
  ['cache_age', 'url', 'thumbnail_url', 'thumbnail_width', 'thumbnail_height'],
);

/** How a post of this site is embedded. */
export const ownEmbedAnswer: PlainAnswer = { schema: embed };

/** The same of another site, whose provider may leave more out. */
export const anyEmbedAnswer: PlainAnswer = { schema: { ...embed, required: ['version', 'type'] } };

/** The response as the oEmbed standard's XML: one element per member, and one named `oembed` per item of a list. */
export function oembedXml(data: Readonly<Record<string, unknown>>): string {
  return `<?xml version="1.0"?>\n${element('oembed', data)}\n`;
}

function element(name: string, value: unknown): string {
  return `<${name}>${content(value)}</${name}>`;
}

function content(value: unknown): string {
  if (typeof value !== 'object' || value === null) return xmlText(String(value ?? ''));
  if (Array.isArray(value)) return value.map((item) => element('oembed', item)).join('');
  return Object.entries(value)
    .filter(([name]) => /^[A-Za-z_][\w.-]*$/.test(name))
    .map(([name, member]) => element(name, member))
    .join('');
}

/**
 * Text as ASCII XML. Character references that XML knows are preserved, so that HTML which escaped a
 * character is not escaped twice; entity names that only HTML knows are plain text in XML.
 */
function xmlText(text: string): string {
  return text
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return isXmlCharacter(code) ? String.fromCodePoint(code) : whole.replace('&', '&amp;');
    })
    .replace(/&(?!(?:amp|lt|gt|quot|apos);)/g, '&amp;')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/[<>]/g, (character) => (character === '<' ? '&lt;' : '&gt;'))
    .replace(/[^\t\n\r\u0020-\u007e]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return isXmlCharacter(code) ? `&#x${code.toString(16).toUpperCase()};` : '';
    });
}

function isXmlCharacter(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}

/** Errors of the oEmbed routes; the same error for every URL that is not public, whatever the reason. */
export const oembedErrors = defineErrors({
  oembed_invalid_url: { status: 404, message: () => 'Nothing can be embedded from this address.' },
});
