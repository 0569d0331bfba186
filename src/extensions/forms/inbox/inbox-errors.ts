import { type Call, defineErrors, errors } from '../../../extension.ts';

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
