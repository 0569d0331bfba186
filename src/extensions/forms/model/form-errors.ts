import { type Call, defineErrors, errors } from '../../../extension.ts';

/** Errors of the forms routes. */
export const formErrors = defineErrors({
  forms_forbidden: { status: 403, message: () => 'You may not do this with forms.' },
  forms_not_found: { status: 404, message: () => 'There is no form with this number.' },
  forms_post_exists: { status: 400, message: () => 'A new form cannot be given a number.' },
  forms_unsupported_media_type: { status: 415, message: () => 'Send the fields as a form, urlencoded or multipart.' },
  forms_payload_too_large: { status: 413, message: () => 'That is more than this form takes.' },
  forms_rate_limited: { status: 429, message: () => 'Too many messages at once. Please wait a little.' },
});

/** A member of a body with the wrong type. */
export function wrongType(name: string, expected: string) {
  const params = { [name]: `${name} is not ${expected}.` };
  return errors.rest_invalid_param({ params }, { details: { params } });
}

/** Errors of the routes of the inbox. */
export const inboxErrors = defineErrors({
  forms_message_not_found: { status: 404, message: () => 'There is no message with this number.' },
  forms_file_not_kept: { status: 404, message: () => 'This file is not kept.' },
  forms_nothing_to_send: { status: 409, message: () => 'There is no failed mail of this message to send again.' },
});

/** The inbox is for those who may publish pages, as the forms themselves are. */
export function permitInbox(_input: unknown, { caller }: Call): void {
  if (!caller.can('publish_pages')) throw errors.rest_forbidden();
}
