/** Defines a field so that `write` receives a value of the schema's type. */
export function fieldsOf() {
  return (field) => field;
}
