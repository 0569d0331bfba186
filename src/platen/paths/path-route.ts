import { reply } from '../../api/reply.ts';
import type { RouteModule } from '../../api/routing/registry.ts';
import { anyone, route } from '../../api/routing/route.ts';
import { readPageAddress } from '../../pages/address/page-address.ts';
import { isSameAddress, locate } from '../../pages/targets/locate.ts';
import { storedRedirect } from '../../pages/targets/stored-redirect.ts';
import { addressedContent } from '../../pages/targets/visible-posts.ts';
import { s } from '../../schema/schema.ts';
import type { Core } from '../../wp/all.ts';
import { describedTarget, pathWithin } from './described-target.ts';
import { pathErrors } from './path-errors.ts';
import { pathSchema } from './path-schema.ts';

const longestPath = 2_000;

/** What stands at an address of the public site, by the rules of its pages, and as the caller may see it. */
export function pathRoute(core: Core): RouteModule {
  return {
    routes: [
      route({
        method: 'GET',
        path: '/platen/v1/path',
        summary: 'Find what stands at a path of the site.',
        args: {
          path: s.string({
            required: true,
            description: 'A path such as /2026/01/31/hello/, or an address of this site.',
            check: (path: string) =>
              path.length > longestPath || !path.isWellFormed() ? `path has at most ${longestPath} characters.` : null,
          }),
        },
        answers: { schema: pathSchema },
        permit: anyone,
        handle: async ({ path }, call) => {
          const within = pathWithin(call.site, path);
          const address = within === null ? null : readPageAddress(call.site, within, addressedContent({ core }));
          const located = address && (await locate({ call, core }, address));
          if (within === null) throw pathErrors.platen_nothing_at_path();
          if (!located) {
            const [pathname = '', ...query] = within.split('?');
            const stored = await storedRedirect(call, pathname, query.join('?'));
            if (!stored || stored === 'gone') throw pathErrors.platen_nothing_at_path();
            return reply({ kind: 'moved', link: stored.to, redirect: stored });
          }
          if (located.kind === 'moved') {
            return reply({ kind: 'moved', link: located.to, redirect: { to: located.to, status: located.status } });
          }
          const { target, page, canonical } = located;
          const described = describedTarget(target, core);
          const isHidden = described.status !== null && !['publish', 'inherit', 'private'].includes(described.status);
          const isThere = isHidden || isSameAddress(call.site, within, canonical);
          return reply({
            ...described,
            page,
            link: target.link,
            redirect: isThere ? null : { to: canonical, status: 301 },
          });
        },
      }),
    ],
  };
}
