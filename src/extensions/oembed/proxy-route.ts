import { type ExtensionHost, errors, parseSiteUrl, reply, route, s } from '../../extension.ts';
import { ownEmbed, xmlReply } from './embed-route.ts';
import type { ForeignEmbeds } from './foreign-embeds.ts';
import { oembedErrors } from './oembed-errors.ts';

/** Looks embeds up for editors: the site's own in process, others through the guarded fetch. */
export function proxyRoute(host: ExtensionHost) {
  // The parser of foreign pages is loaded by the first question about one.
  let opened: Promise<ForeignEmbeds> | null = null;
  const foreign: ForeignEmbeds = async (question) => {
    opened ??= import('./foreign-embeds.ts').then((module) => module.createForeignEmbeds(host.fetch, host.clock));
    return (await opened)(question);
  };
  return route({
    method: 'GET',
    path: '/oembed/1.0/proxy',
    summary: 'Find out how an address anywhere can be embedded.',
    args: {
      url: s.string({ required: true, description: 'Address to embed.' }),
      format: s.string({ default: 'json', enum: ['json', 'xml'], description: 'Form of the answer.' }),
      maxwidth: s.integer({ default: 600, loose: true, description: 'Largest width of the embed in pixels.' }),
      maxheight: s.integer({ loose: true, description: 'Largest height of the embed in pixels.' }),
      discover: s.boolean({ default: true, description: 'Whether to ask pages of providers that are not known.' }),
    },
    permit: (_, { caller }) => {
      if (!caller.can('edit_posts')) throw errors.rest_forbidden();
    },
    shareable: false,
    handle: async ({ url, format, maxwidth, maxheight, discover }, call) => {
      const isOwn = parseSiteUrl(call.site, url) !== null;
      const data = isOwn
        ? await ownEmbed(host, call, url, maxwidth)
        : await foreign({ url, maxWidth: pixels(maxwidth) ?? 600, maxHeight: pixels(maxheight), discover });
      if (!data) throw oembedErrors.oembed_invalid_url();
      return format === 'xml' ? xmlReply(data) : reply(data);
    },
  });
}

/** A number of pixels from whatever was sent. */
function pixels(value: unknown): number | null {
  const number = Math.abs(Number.parseInt(String(value), 10));
  return Number.isNaN(number) || number === 0 ? null : Math.min(number, 10_000);
}
