import { anyone, type Call, type ExtensionHost, reply, replyAs, route, s } from '../../extension.ts';
import { embedAnswer } from './embed-subject.ts';
import { oembedErrors } from './oembed-errors.ts';
import { oembedXml } from './oembed-xml.ts';
import { resolveAddress } from './resolve-address.ts';
import { type ViewSource, visitorView } from './visitor-view.ts';

/** The provider of the site's own posts. */
export function embedRoute(host: ExtensionHost) {
  return route({
    method: 'GET',
    path: '/oembed/1.0/embed',
    summary: 'Describe a public post of this site to pages that embed it.',
    args: {
      url: s.any({ required: true, description: 'Address of the post.' }),
      format: s.any({ default: 'json', description: 'Form of the answer, json or xml.' }),
      maxwidth: s.any({ default: 600, description: 'Largest width of the embed in pixels.' }),
    },
    permit: anyone,
    handle: async ({ url, format, maxwidth }, call) => {
      const data = await ownEmbed(host, call, url, maxwidth);
      if (data) return format === 'xml' ? xmlReply(data) : reply(data);
      const { code, message } = oembedErrors.oembed_invalid_url();
      if (format === 'xml') return xmlReply({ code, message, data: { status: 404 } }, 404);
      throw oembedErrors.oembed_invalid_url();
    },
  });
}

/** The answer for an address of this site, or null when it names nothing every visitor may see. */
export async function ownEmbed(
  host: ExtensionHost,
  call: Pick<Call, 'store' | 'site' | 'note'>,
  url: unknown,
  maxWidth: unknown,
) {
  if (typeof url !== 'string') return null;
  const resolved = await resolveAddress({ store: call.store, site: call.site, types: host.types }, url);
  const view = resolved && (await visitorView(noting(host, call), resolved.post));
  return view ? embedAnswer(view, call.site, maxWidth) : null;
}

/** The answer depends on what the post behind it was read from. */
const noting = ({ ask, types }: ExtensionHost, call: Pick<Call, 'note'>): ViewSource => ({
  types,
  ask: async (...question) => {
    const answer = await ask(...question);
    call.note(answer.tags);
    return answer;
  },
});

/** An answer in the standard's other form. */
export function xmlReply(data: Parameters<typeof oembedXml>[0], status = 200) {
  return replyAs('text/xml; charset=UTF-8', oembedXml(data), { status });
}
