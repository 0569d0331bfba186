import { defineTheme, type PageFunctions, type Theme } from '../theme.ts';
import { attachmentPage, pagePage, postPage } from './entry.ts';
import { archivePage, homePage, searchPage } from './entry-list.ts';
import { documentLayout } from './layout.ts';
import { messagePage, notFoundPage } from './messages.ts';

const functions: PageFunctions = {
  layout: documentLayout,
  home: homePage,
  archive: archivePage,
  search: searchPage,
  post: postPage,
  page: pagePage,
  attachment: attachmentPage,
  notFound: notFoundPage,
  message: messagePage,
};

/** The built-in theme. It uses nothing that other themes cannot use. */
export const defaultTheme: Theme & PageFunctions = {
  ...defineTheme({
    name: 'default',
    assets: {
      'style.css': new URL('./style.css', import.meta.url),
      'blocks.css': new URL('./blocks.css', import.meta.url),
      'comment-reply.js': new URL('./comment-reply.client.js', import.meta.url),
    },
  }),
  ...functions,
};
