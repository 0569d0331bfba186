import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { meQuery } from '../api/me.ts';
import { readListSearch } from '../screens/content/list-search.ts';
import { NotFound, ScreenError, ScreenLoading } from './fallbacks.tsx';
import { Shell } from './shell.tsx';
import { basePath } from './start.ts';

interface RouterContext {
  readonly client: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFound,
  loader: ({ context }) => context.client.ensureQueryData(meQuery),
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/overview/overview-screen.tsx'), 'OverviewScreen'),
});

const posts = createRoute({
  getParentRoute: () => root,
  path: '/posts',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../screens/content/posts-screen.tsx'), 'PostsScreen'),
});

const pages = createRoute({
  getParentRoute: () => root,
  path: '/pages',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../screens/content/pages-screen.tsx'), 'PagesScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([overview, posts, pages]),
  basepath: basePath,
  // Filled in by the provider, which makes it.
  context: { client: undefined as unknown as QueryClient },
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenError,
  defaultPendingComponent: ScreenLoading,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
