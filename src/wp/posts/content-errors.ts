import { defineErrors } from '../../lib/errors.ts';

/** The errors of posts, pages and everything else in the posts table. */
export const contentErrors = defineErrors({
  rest_revision_parent_id_mismatch: { status: 404, message: () => 'The revision belongs to another item.' },
  rest_revision_invalid_page_number: { status: 400, message: () => 'There are fewer pages of revisions than that.' },
  rest_revision_invalid_offset_number: { status: 400, message: () => 'There are fewer revisions than that.' },
  rest_post_invalid_id: { status: 404, message: () => 'There is nothing with this id here.' },
  rest_post_invalid_parent: { status: 404, message: () => 'There is nothing with this id that could have revisions.' },
  rest_post_exists: { status: 400, message: () => 'A new item cannot have an id. Leave id out.' },
  rest_post_incorrect_password: { status: 403, message: () => 'This is not the password of the post.' },
  rest_post_invalid_page_number: { status: 400, message: () => 'The page number is larger than the number of pages.' },
  rest_orderby_include_missing_include: {
    status: 400,
    message: () => 'To sort by include, send the ids in include.',
  },
  rest_no_search_term_defined: { status: 400, message: () => 'To sort by relevance, send a search term in search.' },
  rest_forbidden_context: { status: 'denied', message: () => 'You may not view this in the edit context.' },
  rest_cannot_read: { status: 'denied', message: () => 'You may not see these revisions.' },
  rest_cannot_create: { status: 'denied', message: () => 'You may not create items here.' },
  rest_cannot_edit: { status: 'denied', message: () => 'You may not change this.' },
  rest_cannot_edit_others: { status: 'denied', message: () => 'You may not create or edit items as another user.' },
  rest_cannot_assign_sticky: { status: 'denied', message: () => 'You may not make posts sticky.' },
  rest_cannot_assign_term: { status: 'denied', message: () => 'You may not assign these terms.' },
  rest_cannot_publish: { status: 'denied', message: () => 'You may not publish.' },
  rest_cannot_delete: { status: 'denied', message: () => 'You may not delete this.' },
  rest_already_trashed: { status: 410, message: () => 'This is in the trash already.' },
  platen_not_in_trash: { status: 409, message: () => 'This is not in the trash. There is nothing to restore.' },
  rest_trash_not_supported: {
    status: 501,
    message: () => 'Revisions have no trash. Send force=true to delete one permanently.',
  },
  rest_invalid_author: { status: 400, message: () => 'There is no such user to be the author.' },
  rest_invalid_field: { status: 400, message: () => 'A post cannot be sticky and have a password.' },
  invalid_date: { status: 400, message: () => 'There is no such date. Send one in the year 1 or later.' },
  empty_content: { status: 400, message: () => 'Title, content and excerpt are all empty.' },
});
