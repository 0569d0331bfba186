import { reply } from '../../api/reply.ts';
import { type Route, route } from '../../api/routing/route.ts';
import { defineErrors } from '../../lib/errors.ts';
import type { Fetcher } from '../../lib/fetcher.ts';
import { FetchRefused } from '../../lib/outbound-url.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { Refusal, s } from '../../lib/schema/schema.ts';
import { writesContent } from './editor-access.ts';
import type { EditorContext } from './editor-context.ts';
import { readPageDetails } from './page-details.ts';

/** Errors of reading about other pages. */
export const urlDetailsErrors = defineErrors({
  rest_cannot_view_url_details: { status: 'denied', message: () => 'This is for those who write content.' },
  // One message for every reason, so that nobody learns from it what is in the network of the server.
  no_response: {
    status: 404,
    message: () => 'The page could not be read. Its address must be on a public host that answers in time.',
  },
});

/** The head of a page is at its beginning; the rest is not read. */
const limits = { timeoutMs: 3_000, keepBytes: 150_000, accept: 'text/html, application/xhtml+xml' };
const longestAddress = 2048;

/** What a page of another site says about itself, for links to it. */
export function urlDetails({ types, fetch, outsideReads }: EditorContext): Route {
  return route({
    method: 'GET',
    path: '/wp-block-editor/v1/url-details',
    summary: 'Read what a page of another site says about itself.',
    args: {
      url: s.string({
        required: true,
        format: 'uri',
        description: 'Address of the page.',
        check: (url: string) =>
          isWebAddress(url) ? null : Refusal.withoutCode('url must be an address that begins with http or https.'),
      }),
    },
    permit: writesContent(types, urlDetailsErrors.rest_cannot_view_url_details),
    shareable: false,
    handle: async ({ url }, { caller }) => {
      const page = await outsideReads.run(caller.userId, () => load(url, fetch));
      return reply(readPageDetails(page.html, page.url));
    },
    response: {
      schema: json.object({ title: json.string, icon: json.string, description: json.string, image: json.string }),
    },
  });
}

const isWebAddress = (url: string): boolean =>
  url.length <= longestAddress && /^https?:\/\/[^/]/i.test(url.trim()) && URL.canParse(url);

async function load(url: string, fetch: Fetcher): Promise<{ readonly html: string; readonly url: string }> {
  try {
    const answer = await fetch(url, limits);
    if (answer.status !== 200) throw urlDetailsErrors.no_response();
    return { html: answer.body.toString('utf8'), url: answer.url };
  } catch (error) {
    if (error instanceof FetchRefused) throw urlDetailsErrors.no_response(undefined, { cause: error });
    throw error;
  }
}
