import { defineErrors } from '../errors.ts';

/** What can be refused of posts, pages and whatever else lives in the posts table. */
export const contentErrors = defineErrors({
  rest_post_invalid_id: { status: 404, message: () => 'There is nothing with this id here.' },
  rest_post_invalid_parent: { status: 404, message: () => 'There is nothing with this id that could have revisions.' },
  rest_post_exists: { status: 400, message: () => 'What is about to be made cannot bring an id along.' },
  rest_post_incorrect_password: { status: 403, message: () => 'This is not the password of the post.' },
  rest_post_invalid_page_number: { status: 400, message: () => 'The list has fewer pages than that.' },
  rest_orderby_include_missing_include: {
    status: 400,
    message: () => 'To sort by include, say in include which ids you want.',
  },
  rest_no_search_term_defined: { status: 400, message: () => 'To sort by relevance, say in search what to look for.' },
  rest_forbidden_context: { status: 'denied', message: () => 'You may not see this as its editors do.' },
  rest_cannot_read: { status: 'denied', message: () => 'You may not see these revisions.' },
  rest_cannot_create: { status: 'denied', message: () => 'You may not write here.' },
  rest_cannot_edit: { status: 'denied', message: () => 'You may not change this.' },
  rest_cannot_edit_others: { status: 'denied', message: () => "You may not write in another user's name." },
  rest_cannot_assign_sticky: { status: 'denied', message: () => 'You may not make posts sticky.' },
  rest_cannot_assign_term: { status: 'denied', message: () => 'You may not file posts under these terms.' },
  rest_cannot_publish: { status: 'denied', message: () => 'You may not publish.' },
  rest_cannot_delete: { status: 'denied', message: () => 'You may not remove this.' },
  rest_already_trashed: { status: 410, message: () => 'This is in the trash already.' },
  rest_trash_not_supported: {
    status: 501,
    message: () => 'Revisions have no trash. Send force=true to remove one for good.',
  },
  rest_invalid_author: { status: 400, message: () => 'There is no such user to be the author.' },
  rest_invalid_field: { status: 400, message: () => 'A post is either sticky or behind a password, never both.' },
  empty_content: { status: 400, message: () => 'Title, content and excerpt are all empty.' },
});
