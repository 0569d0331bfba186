import { defineErrors } from '../../lib/errors.ts';

/** The errors of categories, tags and terms of any other taxonomy. */
export const termErrors = defineErrors({
  rest_term_invalid: { status: 404, message: () => 'There is no term with this id in this taxonomy.' },
  rest_post_invalid_id: { status: 400, message: () => 'There is no post with this id.' },
  rest_taxonomy_not_hierarchical: { status: 400, message: () => 'Terms of this taxonomy cannot have a parent.' },
  rest_trash_not_supported: {
    status: 501,
    message: () => 'Terms have no trash. Send force=true to delete one permanently.',
  },
  rest_forbidden_context: { status: 'denied', message: () => 'You may not view these terms in the edit context.' },
  rest_cannot_create: { status: 'denied', message: () => 'You may not create terms in this taxonomy.' },
  rest_cannot_update: { status: 'denied', message: () => 'You may not change this term.' },
  rest_cannot_delete: { status: 'denied', message: () => 'You may not delete this term.' },
  rest_merge_same_term: { status: 400, message: () => 'A term cannot be merged into itself.' },
  empty_term_name: { status: 400, message: () => 'A term needs a name.' },
  term_exists: {
    status: 409,
    message: () => 'A term with this name already exists. Choose another name or send a slug.',
  },
  duplicate_term_slug: {
    status: 409,
    message: (at: { slug: string }) => `Another term of this taxonomy has the slug ${at.slug}.`,
  },
  db_insert_error: { status: 400, message: () => 'The name is too long to be stored.' },
});
