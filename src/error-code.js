/** The code of an error of the system, such as `ENOENT`; an empty text where it has none. Also of another realm, as in jest. */
export function errorCode(error) {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}
