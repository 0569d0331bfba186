export function reply(body, more = {}) {
  return { ...more, body };
}
/** A reply that is not JSON and is sent unchanged. */
export function replyAs(type, body, more = {}) {
  return { ...more, type, body };
}
