/** A declaration that cannot be used; the message says where it is, what is wrong and what is allowed. */
export class DeclarationError extends Error {}
