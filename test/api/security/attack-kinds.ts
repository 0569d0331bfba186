/** A kind of attack, the protection against it, and the test files that try it, by their names without `.test.ts`. */
export interface AttackKind {
  readonly attack: string;
  readonly protection: string;
  readonly tests: readonly [string, ...string[]];
}

/**
 * What is attacked, and how. The page `docs/reference/attacks.md` is made from this list and from `knownAttacks`; a file that is
 * not there fails it.
 */
export const attackKinds: Readonly<Record<string, readonly AttackKind[]>> = {
  'Unauthorised reads': [
    {
      attack: 'Listing people, finding them by e-mail, order, role or slug',
      protection:
        'visitors can list only authors of published content; searches use public names only; other orders and filters are rejected',
      tests: ['users.public', 'security.reading'],
    },
    {
      attack:
        'Finding out with requests for personal data whether a mail address is known; the archive of somebody else',
      protection:
        'visitors get the same answer before anything is looked up, and are throttled; an archive does not exist for anybody but whom it was made for; links are hashed, expire, and confirm only with a button',
      tests: ['personal-data.requests'],
    },
    {
      attack: 'Users of another site',
      protection: 'a server has one site; an unknown id is 404',
      tests: ['users.public'],
    },
    {
      attack: 'Undeclared query parameters',
      protection: 'arguments are declared, everything else is dropped before any code sees it',
      tests: ['posts.list', 'security.reading'],
    },
    {
      attack: 'Content that was public and is now private: item, slug, dates, search, terms, comments, old tags',
      protection:
        'one visibility rule, `src/rules/visibility.ts`, as a filter for lists and a check for items; a write invalidates cached responses that depend on it',
      tests: ['posts.reading', 'security.reading', 'security.http', 'cache.stale'],
    },
    {
      attack: 'Statuses as a filter; totals as an oracle',
      protection: 'totals count what this caller may see',
      tests: ['posts.list', 'security.reading', 'content.property'],
    },
    {
      attack: 'Texts protected by a password: lists, embeds, search, comments, oEmbed, cache',
      protection:
        'one function decides whether a text is unlocked; comparison in constant time; such responses are never cached',
      tests: ['posts.reading', 'comments.read', 'oembed.provider', 'security.reading', 'security.http'],
    },
    {
      attack: 'Comments of hidden posts, comments of internal types',
      protection: 'the visibility of a comment depends on its post',
      tests: ['comments.read', 'visibility.property'],
    },
    {
      attack: "`context=edit` for others' content",
      protection: 'a list in that context contains only what the caller may edit',
      tests: ['posts.list', 'media.list', 'security.reading'],
    },
    {
      attack: 'Terms of hidden posts, featured images and galleries with hidden images',
      protection: 'the same visibility rule, for each image in a text',
      tests: ['terms.permissions', 'media.list', 'security.reading'],
    },
    {
      attack: 'Revisions, under their own or another parent',
      protection: 'only for users who may edit the parent, and only under that parent',
      tests: ['revisions', 'security.reading'],
    },
    {
      attack: 'The slug of a hidden page above a public one',
      protection:
        'links and `guid` show it only to callers who may read that page; for others the link is `?page_id=N`, which works for everyone; a page in the trash counts as what it was before',
      tests: ['pages'],
    },
    {
      attack: 'oEmbed of what is not public',
      protection: 'the same response for every such URL',
      tests: ['oembed.provider'],
    },
    {
      attack: 'Errors and logs that reveal too much',
      protection: 'error messages come from fixed tables; URLs are logged without secrets',
      tests: ['security.reading', 'security.logs'],
    },
  ],
  'Unauthorised writes': [
    {
      attack: 'A second id outside the path, in any spelling',
      protection:
        'path, query and body become one typed value before the permission check; the handler gets that value',
      tests: ['security.writing', 'posts.write', 'terms.permissions', 'users.write'],
    },
    {
      attack: 'Sticky, another type, another author, publishing, roles',
      protection: 'permission per operation; every operation and role in one table',
      tests: ['permissions.walk', 'security.writing', 'users.write'],
    },
    {
      attack: 'Meta under protected or odd keys',
      protection: 'only registered keys, compared as they are',
      tests: ['meta.terms', 'security.writing'],
    },
    {
      attack: 'SQL in parameters',
      protection:
        'every parameter is typed; values are bound on SQLite and escaped by the driver on MariaDB, never joined to a statement',
      tests: ['security.writing', 'content.hostile', 'hostile-http'],
    },
    {
      attack: 'Requests inside a request',
      protection:
        'a step of a batch is a request of its own: permission, argument checks and limits are those of its route, for the caller of the batch; batches are not nested',
      tests: ['batch', 'security.writing'],
    },
    {
      attack: 'Markup in texts, slugs, names, captions',
      protection:
        'filtered on create and update, for users without `unfiltered_html`; tested with an HTML parser and random texts',
      tests: ['sanitise.safety', 'security.writing'],
    },
    {
      attack: 'Serialised objects',
      protection: 'read by a decoder that does not support classes, and stored as text',
      tests: ['php-serialized', 'meta.terms'],
    },
  ],
  'Outbound requests (SSRF)': [
    {
      attack: 'Private addresses in every spelling, ports, redirects, DNS rebinding',
      protection:
        'one function fetches: it resolves, checks, connects to the checked address, and does so again for each hop',
      tests: ['fetcher', 'outbound-url', 'public-address', 'foreign-embeds'],
    },
    {
      attack: 'Foreign HTML in embeds',
      protection: 'only a sandboxed frame and a quotation are kept',
      tests: ['foreign-answer'],
    },
    {
      attack: 'The embed proxy as an open proxy',
      protection: 'only for users who may write; cached per URL; limited in size and time',
      tests: ['oembed.provider', 'foreign-embeds'],
    },
    {
      attack: 'Having the server fetch a file',
      protection:
        'only for users who may upload; every refusal looks alike; limited in size, time and number; what browsers execute is refused to everybody',
      tests: ['remote-media'],
    },
    {
      attack: 'Pages of other sites, or of a name that is made to lead here, using `/mcp`',
      protection: "an `Origin` that is not the site's own is refused; a cookie needs its nonce",
      tests: ['mcp'],
    },
  ],
  Media: [
    {
      attack: 'Scripts, pages, disguised and doubled extensions',
      protection: 'an allow-list by name and bytes; the bytes decide',
      tests: ['media.hostile', 'judge-file'],
    },
    {
      attack: 'File names with path traversal, header injection or executable extensions',
      protection: 'names are sanitised and stay in the folder of the month',
      tests: ['media.hostile', 'file-name', 'content-disposition'],
    },
    {
      attack: 'Naming a file to delete or overwrite',
      protection:
        'paths are derived; a file named in stored metadata is removed only from the folder of its own attachment',
      tests: ['media.change', 'attachment-files', 'security.writing'],
    },
    {
      attack: 'XML entities in metadata, PostScript, pixel and frame bombs',
      protection: 'no XML is expanded; signatures, limits and a deadline',
      tests: ['av-details', 'image-processor', 'media.hostile'],
    },
    {
      attack: 'Uploading, attaching and removing without the right to',
      protection:
        'checked before the body is read, and again with its fields; a file cannot be attached to a post its owner may not read',
      tests: ['media.upload', 'security.writing'],
    },
  ],
  'Comments, forms, popups, cache': [
    {
      attack: "Comments without permission, in others' names, on closed posts",
      protection: 'permission is checked before anything is written; text is filtered on update too',
      tests: ['comments.write', 'auth.session'],
    },
    {
      attack: 'Uploads through forms',
      protection: 'an allow-list per field; a private temporary file that is deleted with the response',
      tests: ['forms.feedback', 'upload-rules'],
    },
    {
      attack: 'Floods of comments',
      protection: 'a pause per account, address (IPv6: per /64) and e-mail address',
      tests: ['comments.write'],
    },
    {
      attack: 'Redirects, header lines, replays, floods',
      protection: 'no redirect to a submitted URL; one header is one line; tokens are valid once; rate limits',
      tests: ['forms.feedback', 'forms.mail', 'rate-limit'],
    },
    {
      attack: 'Managing forms or popups',
      protection: 'separate capabilities',
      tests: ['forms.records', 'security.toolset'],
    },
    {
      attack: 'The toolset from elsewhere, with invented addresses, cookies or secrets',
      protection:
        'the address of the connection, proxies only where configured, a proof compared in constant time, throttling',
      tests: ['security.toolset', 'cache.service', 'remote-address'],
    },
    {
      attack: 'Inflated counters',
      protection: 'a limit per visitor and popup; drafts do not count',
      tests: ['popups.analytics'],
    },
  ],
  'The HTTP layer': [
    {
      attack: 'Responses of one caller shown to another; cache poisoning',
      protection:
        'only plain reads of visitors are cached; a request with credentials, a body or a method override bypasses the cache; origin and device are parts of the key',
      tests: ['security.http'],
    },
    {
      attack: "Impersonation: cookies, headers, another session's nonce, other spellings of a name",
      protection:
        'a cookie is valid only with its own nonce; failed attempts are counted per account, whether its login or e-mail address was typed, and per address (IPv6: per /64)',
      tests: ['security.identity', 'auth.session', 'auth.throttle'],
    },
    {
      attack: 'JSONP callbacks that run code',
      protection: 'plain names, a leading comment, `nosniff`; a cookie alone does not authenticate',
      tests: ['security.http', 'protocol.answers'],
    },
    {
      attack: '`Host` and `X-Forwarded-…` headers',
      protection: 'links use the configured URL',
      tests: ['security.http', 'hostile-http', 'forms.mail'],
    },
    {
      attack: 'Much work for few bytes, slow and broken bodies, prototype keys',
      protection: 'limits on parameters, depth, length and time; trees without prototypes',
      tests: ['security.http', 'hostile-http', 'read-json'],
    },
    {
      attack: 'Bodies that block the event loop or fill the memory',
      protection:
        'a budget per route and caller, checked before anything is built; large bodies are parsed in a thread, and share a bounded part of the memory',
      tests: ['hostile-bodies', 'body-budgets', 'body-memory-limit'],
    },
    {
      attack: 'Many connections at once that send bodies, search, or guess passwords',
      protection:
        'bodies are read one piece per turn of the event loop, refused ones at a bounded pace; tiny chunks are refused',
      tests: ['attack', 'hostile-bodies', 'refused-bodies'],
    },
    {
      attack: 'Much work in one small request: batches of large lists, references that repeat a long answer',
      protection:
        'what the steps may read is counted before any of them runs, by caller; each waits in the queue of requests like one of its own; references are bounded',
      tests: ['batch', 'run-in-turn', 'attack'],
    },
    {
      attack: 'Guessing, replaying or forging the second step of a log-in, recovery codes, one-time links',
      protection:
        'each is used up by a write that changes a row, so that one of two requests succeeds on any instance; wrong codes are throttled per account and address; the step is signed and bound to the password; keys are encrypted, codes and links stored as hashes',
      tests: ['login.two-factor', 'login.code-throttle', 'login.link', 'totp'],
    },
    {
      attack:
        'Passkeys: of another site or host, without the owner verified, a copied authenticator, an answer sent again or for something else, a weaker second factor',
      protection:
        'origin, host, signature, user verification and counter are checked; challenges are signed for one purpose and one answer, on any instance',
      tests: ['login.passkeys'],
    },
    {
      attack:
        'Log-in at a provider: mix-up, replay, forged state, nonce or code, log-in CSRF, unverified mail, accounts prepared for an address, clock skew, redirects after it',
      protection:
        'code flow with PKCE, state, nonce and `iss`, bound to the browser by a sealed cookie, one callback address per provider; accounts are found by issuer and subject, by mail only where it is verified on both sides',
      tests: ['login.oidc'],
    },
    {
      attack: 'Invitations and registration: guessing, reuse, escalation, floods, finding out who has an account',
      protection:
        'tokens of 256 bits as hashes, used up with the account they make; the role is checked against the inviter twice; the answer and the work are the same for every address; throttled by address, network and site',
      tests: ['enrolment.invitations', 'enrolment.registration'],
    },
    {
      attack:
        'Roles: giving capabilities that one lacks, roles called like capabilities, editing those above, locking everybody out',
      protection: 'one ceiling for roles, users and invitations; the last who can put things right keeps that',
      tests: ['roles', 'enrolment.invitations'],
    },
    {
      attack: 'Floods of log-ins, with or without the throttle',
      protection:
        'password checks wait in a bounded queue that is served round-robin by network and account; credentials that were right before go first, application passwords and sessions do not wait; past the bound 503 with `Retry-After`',
      tests: ['auth.throttle', 'hashing-queue'],
    },
    {
      attack: 'Files that are not public',
      protection: 'only the uploads folder is served, and its paths are checked',
      tests: ['security.logs', 'media.files'],
    },
  ],
  'Connected apps': [
    {
      attack:
        'Codes of apps: injection, replay, downgrade of PKCE, redirect addresses that nearly fit, mixing up of servers',
      protection:
        '`S256` is needed, one use that ends everything when there is a second, addresses compared to the letter, `iss` in every answer; what is refused is said on a page of ours',
      tests: ['oauth.attacks', 'oauth.flow', 'oauth.clients'],
    },
    {
      attack: 'Consent: forms of other sites, frames, names that deceive, codes of devices that others send',
      protection:
        'nonce of the session, no frames, no scripts, the host of the answer and who confirms the name; a warning before a device is given anything',
      tests: ['oauth.attacks', 'oauth.limits'],
    },
    {
      attack: 'Tokens: stolen, for another address, with more scopes, in logs and addresses, after a new password',
      protection:
        '256 bits that are stored as digests, one address and the scopes of a person each; a second use of a refresh token ends the whole grant; every request asks the database',
      tests: ['oauth.attacks', 'oauth.scopes', 'oauth.instances'],
    },
    {
      attack: 'Documents of apps at inside addresses, floods of registrations, guessing of codes',
      protection: 'the guarded fetch without redirects, for logged-in people only; limits for each network and in all',
      tests: ['oauth.limits'],
    },
    {
      attack: 'Forged signed tokens',
      protection: 'one algorithm, keys of the site that change, and the id of a stored token in each',
      tests: ['oauth.jwt'],
    },
  ],
};
