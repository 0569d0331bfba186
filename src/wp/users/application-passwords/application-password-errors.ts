import { defineErrors } from '../../../errors.ts';

/** The errors of application passwords. */
export const applicationPasswordErrors = defineErrors({
  rest_cannot_list_application_passwords: {
    status: 'denied',
    message: () => 'You may not list the application passwords of this user.',
  },
  rest_cannot_create_application_passwords: {
    status: 'denied',
    message: () => 'You may not create application passwords for this user.',
  },
  rest_cannot_delete_application_passwords: {
    status: 'denied',
    message: () => 'You may not revoke the application passwords of this user.',
  },
  rest_cannot_read_application_password: {
    status: 'denied',
    message: () => 'You may not see the application passwords of this user.',
  },
  rest_cannot_edit_application_password: {
    status: 'denied',
    message: () => 'You may not change the application passwords of this user.',
  },
  rest_cannot_delete_application_password: {
    status: 'denied',
    message: () => 'You may not revoke this application password.',
  },
  rest_cannot_introspect_app_password_for_non_authenticated_user: {
    status: 'denied',
    message: () => 'You may only ask about the application password of your own request.',
  },
  rest_no_authenticated_app_password: {
    status: 404,
    message: () => 'The request was not sent with an application password.',
  },
  rest_application_password_not_found: {
    status: 404,
    message: () => 'The user has no application password with this id.',
  },
  application_password_duplicate_name: {
    status: 409,
    message: () => 'The user has an application password of this name already. Choose another name.',
  },
});
