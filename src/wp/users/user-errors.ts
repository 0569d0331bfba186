import { defineErrors } from '../../lib/errors.ts';

/** The errors of users. None reveals more about an account than the caller may know. */
export const userErrors = defineErrors({
  rest_user_invalid_id: { status: 404, message: () => 'There is no user with this id.' },
  rest_user_exists: { status: 400, message: () => 'A new user cannot have an id. Leave id out.' },
  rest_user_cannot_view: { status: 'denied', message: () => 'You may not see these users.' },
  rest_forbidden_context: { status: 'denied', message: () => 'You may not view users in the edit context.' },
  rest_forbidden_orderby: { status: 'denied', message: () => 'You may not sort users by this field.' },
  rest_forbidden_who: { status: 'denied', message: () => 'You may not list authors with who=authors.' },
  rest_cannot_create_user: { status: 'denied', message: () => 'You may not create users.' },
  rest_cannot_edit: { status: 'denied', message: () => 'You may not change this user.' },
  rest_cannot_edit_roles: { status: 'denied', message: () => 'You may not change the roles of this user.' },
  rest_user_cannot_delete: { status: 'denied', message: () => 'You may not delete this user.' },
  rest_user_invalid_role: { status: 400, message: (at: { role: string }) => `The role ${at.role} cannot be assigned.` },
  rest_user_invalid_email: { status: 400, message: () => 'Another user has this e-mail address.' },
  rest_user_invalid_slug: { status: 400, message: () => 'Another user has this slug.' },
  rest_user_invalid_argument: { status: 400, message: () => 'A login name cannot be changed.' },
  rest_user_invalid_reassign: { status: 400, message: () => 'Posts can only be reassigned to another existing user.' },
  rest_trash_not_supported: {
    status: 501,
    message: () => 'Users have no trash. Send force=true to delete one permanently.',
  },
  user_url_too_long: { status: 400, message: () => 'The URL of a user has at most 100 characters.' },
  user_nicename_too_long: { status: 400, message: () => 'The slug of a user has at most 50 characters.' },
});
