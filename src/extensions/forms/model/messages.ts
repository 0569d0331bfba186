/** Every message a form can show, with its default text. */
export const defaultMessages = {
  mail_sent_ok: 'Thanks, your message has reached us.',
  mail_sent_ng: 'Sorry, your message could not be delivered. Please try later.',
  validation_error: 'Please correct the marked fields and send again.',
  // Intentionally the text of a failed delivery: a bot should not learn that it was detected.
  spam: 'Sorry, your message could not be delivered. Please try later.',
  accept_terms: 'Please agree to the conditions first.',
  invalid_required: 'Please fill in this field.',
  invalid_too_long: 'Please shorten this entry.',
  invalid_too_short: 'Please enter more text.',
  invalid_date: 'Please enter a valid date.',
  date_too_early: 'Please choose a later date.',
  date_too_late: 'Please choose an earlier date.',
  upload_failed: 'The file could not be stored.',
  upload_file_type_invalid: 'This kind of file is not accepted.',
  upload_file_too_large: 'This file is larger than allowed.',
  upload_failed_php_error: 'The upload broke off.',
  invalid_number: 'Please enter a number.',
  number_too_small: 'Please enter a larger number.',
  number_too_large: 'Please enter a smaller number.',
  quiz_answer_not_correct: 'That is not the right answer.',
  captcha_not_match: 'The code does not match.',
  invalid_email: 'Please enter a valid e-mail address.',
  invalid_url: 'Please enter a full web address.',
  invalid_tel: 'Please enter a valid phone number.',
  invalid_choice: 'Please pick one of the offered options.',
} as const satisfies Record<string, string>;

/** The name of a message. */
export type MessageKey = keyof typeof defaultMessages;

/** The texts a form has for some or all of its messages. */
export type Messages = Readonly<Partial<Record<MessageKey, string>>>;

/** The messages with known keys, trimmed. */
export function readMessages(given: Readonly<Record<string, string>>): Messages {
  const known = Object.keys(defaultMessages).filter((key) => Object.hasOwn(given, key));
  return Object.fromEntries(known.map((key) => [key, given[key]!.trim()]));
}

/** All messages, with defaults where the form has none. */
export function allMessages(messages: Messages): Readonly<Record<MessageKey, string>> {
  return { ...defaultMessages, ...messages };
}
