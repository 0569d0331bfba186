/** Whom a request is about: an account, or whoever has a mail address. */
export type PersonAsked = { readonly user: number } | { readonly email: string };
