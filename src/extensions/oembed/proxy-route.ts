import { errors, parseSiteUrl, reply, route, s } from '../../extension.ts';
import { xmlReply } from './embed-route.ts';
import { embedSize, pixelsOf } from './embed-size.ts';
import type { ForeignEmbeds } from './foreign/foreign-embeds.ts';
import { completeAddress } from './loose-address.ts';
import { anyEmbedAnswer } from './oembed-answers.ts';
import { oembedErrors } from './oembed-errors.ts';
import type { OwnEmbeds } from './own-embeds.ts';

/** Looks up embeds for editors: the site's own in process, others through the guarded fetcher. */
export function proxyRoute(embeds: OwnEmbeds, foreign: ForeignEmbeds) {
  return route({
    method: 'GET',
    path: '/oembed/1.0/proxy',
    summary: 'Find out how an address anywhere can be embedded.',
    args: {
      url: s.string({ required: true, description: 'Address to embed.' }),
      format: s.string({ default: 'json', enum: ['json', 'xml'], description: 'Form of the answer.' }),
      maxwidth: s.scalar({ default: 600, announced: 'integer', description: 'Largest width of the embed in pixels.' }),
      maxheight: s.scalar({ announced: 'integer', description: 'Largest height of the embed in pixels.' }),
      discover: s.boolean({ default: true, description: 'Whether to ask pages of providers that are not known.' }),
    },
    answers: anyEmbedAnswer,
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
