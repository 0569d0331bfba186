import { FileText, House, Newspaper } from 'lucide-react';
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
    ],
  },
];
