import { anyone, type RefusalReply, type Reply, reply, replyAs, route, s } from '../../extension.ts';
import { embedSize } from './embed-size.ts';
import { ownEmbedAnswer } from './oembed-answers.ts';
import { oembedErrors } from './oembed-errors.ts';
import { oembedXml } from './oembed-xml.ts';
import type { OwnEmbeds } from './own-embeds.ts';

/** The provider of the site's own posts. */
export function embedRoute(embeds: OwnEmbeds) {
  return route({
    method: 'GET',
    path: '/oembed/1.0/embed',
    summary: 'Describe a public post of this site to pages that embed it.',
    args: {
      url: s.string({ required: true, announced: null, description: 'Address of the post.' }),
      format: s.scalar({ default: 'json', description: 'Form of the answer, json or xml.' }),
      maxwidth: s.scalar({ default: 600, description: 'Largest width of the embed in pixels.' }),
    },
    answers: ownEmbedAnswer,
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
