import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { declaredQuery } from '../api/declared.ts';
import { meQuery } from '../api/me.ts';
import { readListSearch } from '../screens/content/list-search.ts';
import { readInboxSearch } from '../screens/inbox/inbox-search.ts';
import { readMediaSearch } from '../screens/media/media-search.ts';
import { NotFound, ScreenError, ScreenLoading } from './fallbacks.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { client } from './query-client.ts';
import { Shell } from './shell.tsx';
import { basePath } from './start.ts';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  loader: () => {
    void client.prefetchQuery(declaredQuery);
    return client.ensureQueryData(meQuery);
  },
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyScreen(() => import('../screens/overview/overview-screen.tsx'), 'OverviewScreen'),
});

const posts = createRoute({
  getParentRoute: () => root,
  path: '/posts',
  validateSearch: readListSearch,
  component: lazyScreen(() => import('../screens/content/content-screens.tsx'), 'PostsScreen'),
});

const pages = createRoute({
  getParentRoute: () => root,
  path: '/pages',
  validateSearch: readListSearch,
  component: lazyScreen(() => import('../screens/content/content-screens.tsx'), 'PagesScreen'),
});

const newPost = createRoute({
  getParentRoute: () => root,
  path: '/posts/new',
  component: lazyScreen(() => import('../screens/editor/editor-screens.tsx'), 'NewPost'),
});

const editPost = createRoute({
  getParentRoute: () => root,
  path: '/posts/$id',
  component: lazyScreen(() => import('../screens/editor/editor-screens.tsx'), 'EditPost'),
});

const newPage = createRoute({
  getParentRoute: () => root,
  path: '/pages/new',
  component: lazyScreen(() => import('../screens/editor/editor-screens.tsx'), 'NewPage'),
});

const editPage = createRoute({
  getParentRoute: () => root,
  path: '/pages/$id',
  component: lazyScreen(() => import('../screens/editor/editor-screens.tsx'), 'EditPage'),
});

const type = createRoute({
  getParentRoute: () => root,
  path: '/types/$type',
  validateSearch: readListSearch,
  component: lazyScreen(() => import('../screens/content/content-screens.tsx'), 'TypeScreen'),
});

const newItem = createRoute({
  getParentRoute: () => root,
  path: '/types/$type/new',
  component: lazyScreen(() => import('../screens/editor/editor-screens.tsx'), 'NewItem'),
});

const editItem = createRoute({
  getParentRoute: () => root,
  path: '/types/$type/$id',
  component: lazyScreen(() => import('../screens/editor/editor-screens.tsx'), 'EditItem'),
});

const taxonomy = createRoute({
  getParentRoute: () => root,
  path: '/taxonomies/$taxonomy',
  component: lazyScreen(() => import('../screens/terms/terms-screen.tsx'), 'TaxonomyScreen'),
});

const media = createRoute({
  getParentRoute: () => root,
  path: '/media',
  validateSearch: readMediaSearch,
  component: lazyScreen(() => import('../screens/media/media-screen.tsx'), 'MediaScreen'),
});

const categories = createRoute({
  getParentRoute: () => root,
  path: '/categories',
  component: lazyScreen(() => import('../screens/terms/terms-screen.tsx'), 'CategoriesScreen'),
});

const tags = createRoute({
  getParentRoute: () => root,
  path: '/tags',
  component: lazyScreen(() => import('../screens/terms/terms-screen.tsx'), 'TagsScreen'),
});

const comments = createRoute({
  getParentRoute: () => root,
  path: '/comments',
  component: lazyScreen(() => import('../screens/comments/comments-screen.tsx'), 'CommentsScreen'),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  component: lazyScreen(() => import('../screens/users/users-screen.tsx'), 'UsersScreen'),
});

const user = createRoute({
  getParentRoute: () => root,
  path: '/users/$id',
  component: lazyScreen(() => import('../screens/users/user-screen.tsx'), 'UserScreen'),
});

const invitations = createRoute({
  getParentRoute: () => root,
  path: '/users/invitations',
  component: lazyScreen(() => import('../screens/users/invitations-screen.tsx'), 'InvitationsScreen'),
});

const roles = createRoute({
  getParentRoute: () => root,
  path: '/users/roles',
  component: lazyScreen(() => import('../screens/users/roles-screen.tsx'), 'RolesScreen'),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: lazyScreen(() => import('../screens/users/user-screen.tsx'), 'ProfileScreen'),
});

const apps = createRoute({
  getParentRoute: () => root,
  path: '/apps',
  component: lazyScreen(() => import('../screens/apps/apps-screen.tsx'), 'AppsScreen'),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/application-passwords',
  component: lazyScreen(() => import('../screens/keys/keys-screen.tsx'), 'KeysScreen'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyScreen(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
});

const extension = createRoute({
  getParentRoute: () => root,
  path: '/extensions/$name/$path',
  component: lazyScreen(() => import('../screens/extensions/extension-screen.tsx'), 'ExtensionScreen'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  component: lazyScreen(() => import('../screens/audit/audit-screen.tsx'), 'AuditScreen'),
});

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  component: lazyScreen(() => import('../screens/health/health-screen.tsx'), 'HealthScreen'),
});

const cache = createRoute({
  getParentRoute: () => root,
  path: '/cache',
  component: lazyScreen(() => import('../screens/health/cache-screen.tsx'), 'CacheScreen'),
});

const forms = createRoute({
  getParentRoute: () => root,
  path: '/forms',
  component: lazyScreen(() => import('../screens/forms/forms-screen.tsx'), 'FormsScreen'),
});

const form = createRoute({
  getParentRoute: () => root,
  path: '/forms/$id',
  component: lazyScreen(() => import('../screens/forms/form-screen.tsx'), 'FormScreen'),
});

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: readInboxSearch,
  component: lazyScreen(() => import('../screens/inbox/inbox-screen.tsx'), 'InboxScreen'),
});

const calendar = createRoute({
  getParentRoute: () => root,
  path: '/calendar',
  component: lazyScreen(() => import('../screens/calendar/calendar-screen.tsx'), 'CalendarScreen'),
});

const popups = createRoute({
  getParentRoute: () => root,
  path: '/popups',
  component: lazyScreen(() => import('../screens/popups/popups-screen.tsx'), 'PopupsScreen'),
});

const popup = createRoute({
  getParentRoute: () => root,
  path: '/popups/$id',
  component: lazyScreen(() => import('../screens/popups/popup-screen.tsx'), 'PopupScreen'),
});

const exchange = createRoute({
  getParentRoute: () => root,
  path: '/exchange',
  component: lazyScreen(() => import('../screens/exchange/exchange-screen.tsx'), 'ExchangeScreen'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyScreen(() => import('../screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
});

const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$id',
  component: lazyScreen(() => import('../screens/webhooks/webhook-screen.tsx'), 'WebhookScreen'),
});

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/personal-data',
  component: lazyScreen(() => import('../screens/privacy/privacy-screen.tsx'), 'PrivacyScreen'),
});

const proposals = createRoute({
  getParentRoute: () => root,
  path: '/proposals',
  component: lazyScreen(() => import('../screens/proposals/proposals-screen.tsx'), 'ProposalsScreen'),
});

const releases = createRoute({
  getParentRoute: () => root,
  path: '/releases',
  component: lazyScreen(() => import('../screens/releases/releases-screen.tsx'), 'ReleasesScreen'),
});

const release = createRoute({
  getParentRoute: () => root,
  path: '/releases/$id',
  component: lazyScreen(() => import('../screens/releases/release-screen.tsx'), 'ReleaseScreen'),
});

const redirects = createRoute({
  getParentRoute: () => root,
  path: '/redirects',
  component: lazyScreen(() => import('../screens/redirects/redirects-screen.tsx'), 'RedirectsScreen'),
});

const menus = createRoute({
  getParentRoute: () => root,
  path: '/menus',
  component: lazyScreen(() => import('../screens/menus/menus-screen.tsx'), 'MenusScreen'),
});

const menu = createRoute({
  getParentRoute: () => root,
  path: '/menus/$id',
  component: lazyScreen(() => import('../screens/menus/menu-screen.tsx'), 'MenuScreen'),
});

const contentModel = createRoute({
  getParentRoute: () => root,
  path: '/content-model',
  component: lazyScreen(() => import('../screens/content-model/model-screen.tsx'), 'ContentModelScreen'),
});

const newType = createRoute({
  getParentRoute: () => root,
  path: '/content-model/new-type',
  component: lazyScreen(() => import('../screens/content-model/owner-screen.tsx'), 'NewTypeScreen'),
});

const newTaxonomy = createRoute({
  getParentRoute: () => root,
  path: '/content-model/new-taxonomy',
  component: lazyScreen(() => import('../screens/content-model/owner-screen.tsx'), 'NewTaxonomyScreen'),
});

const typeModel = createRoute({
  getParentRoute: () => root,
  path: '/content-model/types/$name',
  component: lazyScreen(() => import('../screens/content-model/owner-screen.tsx'), 'TypeModelScreen'),
});

const taxonomyModel = createRoute({
  getParentRoute: () => root,
  path: '/content-model/taxonomies/$name',
  component: lazyScreen(() => import('../screens/content-model/owner-screen.tsx'), 'TaxonomyModelScreen'),
});

const fieldSet = createRoute({
  getParentRoute: () => root,
  path: '/content-model/fields/$owner',
  component: lazyScreen(() => import('../screens/content-model/owner-screen.tsx'), 'FieldSetScreen'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    posts,
    newPost,
    editPost,
    pages,
    newPage,
    editPage,
    type,
    newItem,
    editItem,
    taxonomy,
    media,
    categories,
    tags,
    comments,
    users,
    user,
    invitations,
    roles,
    profile,
    apps,
    keys,
    settings,
    extension,
    audit,
    health,
    cache,
    forms,
    form,
    inbox,
    calendar,
    popups,
    popup,
    exchange,
    proposals,
    releases,
    release,
    redirects,
    webhooks,
    webhook,
    privacy,
    menus,
    menu,
    contentModel,
    newType,
    newTaxonomy,
    typeModel,
    taxonomyModel,
    fieldSet,
  ]),
  basepath: basePath,
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
