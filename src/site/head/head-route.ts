import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import { json } from '../../lib/schema/json-schema.ts';
import type { Core } from '../../wp/core.ts';
import { readPageAddress } from '../pages/page-address.ts';
import { locate } from '../pages/page-target.ts';
import { addressedContent } from '../pages/visible-posts.ts';
import { pathArgument, pathErrors, pathWithin } from '../path-route.ts';
import { wordsIn } from '../theme/words.ts';
import { headSchema } from './head-fields.ts';
import { headElements } from './page-head.ts';
import { headOfTarget, loadHeadSite } from './page-heads.ts';

/** The head of the page at an address of the public site, as data. */
export function headRoute(core: Core): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/head',
        summary: 'Show the elements of the head of the page at a path of the site.',
        args: { path: pathArgument },
        response: { schema: json.object({ link: json.string, head: headSchema }) },
        permit: anyone,
        handle: async ({ path }, call) => {
          const work = { call, core, words: wordsIn(call.site.language) };
          const within = pathWithin(call.site, path);
          const address = within === null ? null : readPageAddress(call.site, within, addressedContent(work));
          const located = address && (await locate(work, address));
          if (located?.kind !== 'found') throw pathErrors.platen_nothing_at_path();
          const head = await headOfTarget(work, located.target, located.page);
          if (!head) throw pathErrors.platen_nothing_at_path();
          return reply({ link: located.canonical, head: headElements(head, await loadHeadSite(work)) });
        },
      }),
    ],
  };
}
