import {
  ArrowLeftRight,
  Blocks,
  CalendarDays,
  ChartLine,
  FilePen,
  FileText,
  FolderTree,
  Gauge,
  HeartPulse,
  House,
  Image,
  Inbox,
  KeyRound,
  ListTree,
  MessageSquare,
  Newspaper,
  Package,
  Plug,
  ScrollText,
  Settings,
  ShieldUser,
  Signpost,
  Tag,
  TextCursorInput,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Waiting } from '../screens/overview/waiting.ts';
import type { Words } from '../words/en.ts';

export interface NavigationEntry {
  readonly to: string;
  readonly label: (words: Words) => string;
  readonly icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** What an account needs to be offered it; nothing where everybody is. */
  readonly capability?: string;
  /** The extension whose screen it is; it is offered only where the site has it. */
  readonly extension?: string;
  /** What waits there for this account, as a number beside its name. */
  readonly waiting?: 'proposals' | keyof Waiting;
}

/** Where the types and the taxonomies stand that the site declares. */
export type DeclaredPlace = 'types' | 'taxonomies';

export interface NavigationGroup {
  readonly label: (words: Words) => string;
  readonly entries: readonly (NavigationEntry | DeclaredPlace)[];
}

/** The screens, in groups, in the order in which they are offered. */
export const navigation: readonly NavigationGroup[] = [
  {
    label: (words) => words.shell.content,
    entries: [
      { to: '/', label: (words) => words.overview.title, icon: House },
      {
        to: '/posts',
        label: (words) => words.posts.title,
        icon: Newspaper,
        capability: 'edit_posts',
        waiting: 'posts',
      },
      {
        to: '/pages',
        label: (words) => words.pages.title,
        icon: FileText,
        capability: 'edit_pages',
        waiting: 'pages',
      },
      'types',
      { to: '/calendar', label: (words) => words.screens.calendar, icon: CalendarDays, capability: 'edit_posts' },
      { to: '/media', label: (words) => words.media.title, icon: Image, capability: 'upload_files' },
      {
        to: '/comments',
        label: (words) => words.comments.title,
        icon: MessageSquare,
        capability: 'moderate_comments',
        waiting: 'comments',
      },
      {
        to: '/proposals',
        label: (words) => words.screens.proposals,
        icon: FilePen,
        capability: 'edit_posts',
        waiting: 'proposals',
      },
      { to: '/releases', label: (words) => words.screens.releases, icon: Package, capability: 'publish_posts' },
      {
        to: '/categories',
        label: (words) => words.categories.title,
        icon: FolderTree,
        capability: 'manage_categories',
      },
      { to: '/tags', label: (words) => words.tags.title, icon: Tag, capability: 'manage_categories' },
      'taxonomies',
    ],
  },
  {
    label: (words) => words.screens.visitors,
    entries: [
      {
        to: '/inbox',
        label: (words) => words.screens.inbox,
        icon: Inbox,
        capability: 'publish_pages',
        extension: 'forms',
        waiting: 'messages',
      },
      {
        to: '/forms',
        label: (words) => words.screens.forms,
        icon: TextCursorInput,
        capability: 'publish_pages',
        extension: 'forms',
      },
      {
        to: '/popups',
        label: (words) => words.screens.popups,
        icon: ChartLine,
        capability: 'publish_pages',
        extension: 'popups',
      },
    ],
  },
  {
    label: (words) => words.shell.people,
    entries: [
      { to: '/users', label: (words) => words.users.title, icon: Users, capability: 'list_users' },
      {
        to: '/personal-data',
        label: (words) => words.screens.privacy,
        icon: ShieldUser,
        capability: 'delete_users',
      },
      {
        to: '/application-passwords',
        label: (words) => words.screens.keysShort,
        icon: KeyRound,
        capability: 'manage_options',
      },
      { to: '/apps', label: (words) => words.screens.apps, icon: Plug, capability: 'manage_options' },
      { to: '/profile', label: (words) => words.users.profile, icon: UserRound },
    ],
  },
  {
    label: (words) => words.shell.site,
    entries: [
      { to: '/menus', label: (words) => words.screens.menus, icon: ListTree, capability: 'edit_theme_options' },
      { to: '/redirects', label: (words) => words.screens.redirects, icon: Signpost, capability: 'manage_options' },
      { to: '/webhooks', label: (words) => words.screens.webhooks, icon: Webhook, capability: 'manage_options' },
      {
        to: '/exchange',
        label: (words) => words.screens.exchange,
        icon: ArrowLeftRight,
        capability: 'export',
      },
      {
        to: '/content-model',
        label: (words) => words.screens.contentModel,
        icon: Blocks,
        capability: 'manage_options',
      },
      { to: '/settings', label: (words) => words.settings.title, icon: Settings, capability: 'manage_options' },
      { to: '/audit', label: (words) => words.tools.audit, icon: ScrollText, capability: 'manage_options' },
      { to: '/health', label: (words) => words.tools.health, icon: HeartPulse, capability: 'manage_options' },
      { to: '/cache', label: (words) => words.tools.cache, icon: Gauge, capability: 'manage_options' },
    ],
  },
];
