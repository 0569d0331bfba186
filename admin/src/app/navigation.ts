import {
  FileText,
  FolderTree,
  House,
  Image,
  MessageSquare,
  Newspaper,
  Settings,
  Tag,
  UserRound,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Words } from '../words/en.ts';

export interface NavigationEntry {
  readonly to: string;
  readonly label: (words: Words) => string;
  readonly icon: ComponentType<{ size?: number; 'aria-hidden'?: boolean }>;
  /** What an account needs to be offered it; nothing where everybody is. */
  readonly capability?: string;
}

export interface NavigationGroup {
  readonly label: (words: Words) => string;
  readonly entries: readonly NavigationEntry[];
}

/** The screens, in groups, in the order in which they are offered. */
export const navigation: readonly NavigationGroup[] = [
  {
    label: (words) => words.shell.content,
    entries: [
      { to: '/', label: (words) => words.overview.title, icon: House },
      { to: '/posts', label: (words) => words.posts.title, icon: Newspaper, capability: 'edit_posts' },
      { to: '/pages', label: (words) => words.pages.title, icon: FileText, capability: 'edit_pages' },
      { to: '/media', label: (words) => words.media.title, icon: Image, capability: 'upload_files' },
      { to: '/comments', label: (words) => words.comments.title, icon: MessageSquare, capability: 'moderate_comments' },
      {
        to: '/categories',
        label: (words) => words.categories.title,
        icon: FolderTree,
        capability: 'manage_categories',
      },
      { to: '/tags', label: (words) => words.tags.title, icon: Tag, capability: 'manage_categories' },
    ],
  },
  {
    label: (words) => words.shell.people,
    entries: [
      { to: '/users', label: (words) => words.users.title, icon: Users, capability: 'list_users' },
      { to: '/profile', label: (words) => words.users.profile, icon: UserRound },
    ],
  },
  {
    label: (words) => words.shell.site,
    entries: [
      { to: '/settings', label: (words) => words.settings.title, icon: Settings, capability: 'manage_options' },
    ],
  },
];
