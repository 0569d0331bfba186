import type { Extension } from '../../extension.ts';
import { embedRoute } from './embed-route.ts';
import { proxyRoute } from './proxy-route.ts';
import { publicPages } from './public-pages.ts';

/** Embeds: the provider of the site's posts, the pages behind it and, where a variant has it, the proxy for editors. */
export const oembed = (facts: { readonly proxy: boolean }): Extension => ({
  name: 'oembed',
  setUp: (host) => ({
    namespace: { name: 'oembed/1.0', routes: [embedRoute(host), ...(facts.proxy ? [proxyRoute(host)] : [])] },
    page: publicPages(host),
  }),
});
