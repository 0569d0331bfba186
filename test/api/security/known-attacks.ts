/** A way in which interfaces like this one were broken before, and the tests that show that this one is not. */
export interface KnownAttack {
  readonly name: string;
  readonly tests: readonly (readonly [file: string, test: string])[];
}

/** Every known break, in six groups: reading, writing, fetching, files and people, the HTTP layer, connected apps. */
export const knownAttacks: readonly KnownAttack[] = [
  {
    name: 'authors are listed, nobody else',
    tests: [
      ['test/api/users/users.public.test.ts', 'is authors of what is published, to %s'],
      [
        'test/api/users/users.public.test.ts',
        'is name, address, description and picture, never e-mail, roles or rights',
      ],
    ],
  },
  {
    name: 'searching users does not match e-mail addresses',
    tests: [
      ['test/api/users/users.public.test.ts', 'search=%s finds nobody by e-mail'],
      ['test/api/users/users.public.test.ts', 'an administrator searches by e-mail'],
    ],
  },
  {
    name: 'sorting and filtering users tell nothing hidden',
    tests: [
      ['test/api/users/users.public.test.ts', '%s is refused to a visitor'],
      ['test/api/users/users.public.test.ts', 'who=authors lists writers to those who write'],
    ],
  },
  {
    name: 'a user who is not of this site is unknown',
    tests: [
      ['test/api/security/security.more.test.ts', 'a number that is no user of this site is unknown to everyone'],
    ],
  },
  {
    name: 'an undeclared parameter opens no state',
    tests: [['test/api/security/security.reading.test.ts', '%s opens nothing']],
  },
  {
    name: 'what became private is gone from every answer',
    tests: [
      ['test/api/security/security.reading.test.ts', 'is not betrayed by %s'],
      ['test/api/security/security.reading.test.ts', 'is refused as an item, with its comments and its terms'],
      ['test/api/oembed/oembed.provider.test.ts', 'a post made private later is gone at once'],
      ['test/api/security/security.http.test.ts', 'tells nothing of what has become private'],
    ],
  },
  {
    name: 'states as a filter show what may be read',
    tests: [
      ['test/api/security/security.reading.test.ts', '%s is not for visitors'],
      [
        'test/api/security/security.reading.test.ts',
        'a contributor counts no more than may be read, whatever is searched for',
      ],
    ],
  },
  {
    name: 'text behind a password has no side door',
    tests: [
      ['test/api/security/security.reading.test.ts', 'a list%s holds no text'],
      ['test/api/security/security.reading.test.ts', 'searching %s finds nothing'],
      ['test/api/security/security.reading.test.ts', 'an embed of it inside a comment holds no text either'],
      ['test/api/oembed/oembed.provider.test.ts', 'a protected post carries its title and no text'],
    ],
  },
  {
    name: 'a password of another shape is refused',
    tests: [['test/api/security/security.reading.test.ts', '%s %s with %j is %s']],
  },
  {
    name: 'comments of hidden posts are hidden',
    tests: [
      ['test/api/comments/comments.read.test.ts', 'the comments of a %s post are refused'],
      ['test/api/comments/comments.read.test.ts', 'a comment that is %s is nowhere'],
    ],
  },
  {
    name: 'the list of comments holds none of hidden posts',
    tests: [
      ['test/api/comments/comments.read.test.ts', 'the list and its total hold what may be read and nothing else'],
      ['test/api/comments/comments.read.test.ts', 'does not embed what is hidden under a post'],
    ],
  },
  {
    name: 'the view of editors is decided item by item',
    tests: [
      ['test/api/security/security.reading.test.ts', 'of %s is not for a visitor'],
      [
        'test/api/security/security.reading.test.ts',
        'of posts is shown to a contributor for own ones alone, and counted so',
      ],
    ],
  },
  {
    name: 'terms of hidden posts stay hidden',
    tests: [
      ['test/api/security/security.reading.test.ts', 'a visitor does not learn those of a %s post'],
      ['test/api/security/security.reading.test.ts', 'nor does a term count or list what is hidden'],
    ],
  },
  {
    name: 'an image of a hidden post is not embedded',
    tests: [
      ['test/api/security/security.reading.test.ts', 'are not shown by %s'],
      ['test/api/security/security.reading.test.ts', 'are an error in the place of the lead image'],
    ],
  },
  {
    name: 'internal notes are no comments to readers',
    tests: [
      ['test/api/comments/comments.read.test.ts', '%s is refused'],
      ['test/api/comments/comments.read.test.ts', 'a comment that is %s is nowhere'],
    ],
  },
  {
    name: 'oEmbed does not tell whether something exists',
    tests: [
      ['test/api/oembed/oembed.provider.test.ts', 'every address that names nothing public gets the same answer'],
      ['test/api/oembed/oembed.provider.test.ts', 'an address that names nothing public has no page'],
    ],
  },
  {
    name: 'errors, logs and headers name nobody',
    tests: [
      ['test/api/security/security.reading.test.ts', 'no refusal tells of files, statements or people'],
      ['test/process/security.logs.test.ts', 'what a visitor can ask of the server itself names nobody'],
    ],
  },
  {
    name: 'revisions and unregistered meta are closed',
    tests: [
      ['test/api/security/security.reading.test.ts', 'are closed to %s'],
      [
        'test/api/security/security.reading.test.ts',
        'cannot be reached through a parent of one’s own, in the path or beside it',
      ],
      ['src/rules/meta-registry.test.ts', 'shows registered keys only, as their types'],
    ],
  },
  {
    name: 'one id is checked and changed',
    tests: [
      ['test/api/security/security.writing.test.ts', 'never lets a visitor %s %s'],
      ['test/api/security/security.writing.test.ts', 'cannot lead from one of the author’s own %s to another’s'],
      [
        'test/api/security/security.writing.test.ts',
        'is the one that is checked and the one that is changed, where it is a number',
      ],
    ],
  },
  {
    name: 'a contributor makes nothing sticky',
    tests: [['test/api/security/security.writing.test.ts', 'sticky is for those who publish']],
  },
  {
    name: 'the type of a post cannot be claimed',
    tests: [
      ['test/api/security/security.writing.test.ts', '%j does not change what a post is'],
      ['test/api/security/security.writing.test.ts', 'a post is no item of %s'],
    ],
  },
  {
    name: 'protected meta keys are not written by any spelling',
    tests: [
      ['test/api/security/security.writing.test.ts', 'meta under %j is not taken'],
      ['src/rules/meta-registry.test.ts', 'refuses keys of programs unless their owner opens them'],
    ],
  },
  {
    name: 'clauses do not reach a statement',
    tests: [['test/api/security/security.writing.test.ts', 'reach no list of %s']],
  },
  {
    name: 'list arguments do not reach a statement as text',
    tests: [['test/api/security/security.writing.test.ts', 'reach no list of %s']],
  },
  {
    name: 'a batch gives no more than its requests would',
    tests: [
      ['test/api/security/security.writing.test.ts', 'gives a visitor no more than each of its requests would'],
      ['test/api/platen/batch.test.ts', 'asks the permission of each step, and nobody can become somebody else in one'],
      ['test/api/platen/batch.test.ts', 'is not nested, and does not stream or wrap'],
    ],
  },
  {
    name: 'script in a slug is escaped everywhere',
    tests: [['test/api/security/security.writing.test.ts', 'a slug of %j is one in every place']],
  },
  {
    name: 'stored serialised objects are not built',
    tests: [
      ['src/rules/meta-registry.test.ts', 'does not build what a stored serialised object describes'],
      ['src/rules/meta-registry.test.ts', 'gives back the text %s as it was sent'],
      ['src/storage/options/php-serialized.test.ts', 'keeps what has no plain counterpart as raw text'],
    ],
  },
  {
    name: 'nobody gives himself rights or another’s name',
    tests: [
      ['test/api/security/security.writing.test.ts', '%s gives nobody more rights'],
      ['test/api/security/security.writing.test.ts', 'another’s name is for editors'],
      ['test/api/users/users.write.test.ts', 'an administrator who may not promote gives none either'],
    ],
  },
  {
    name: 'markup is filtered for those without the right to it',
    tests: [
      [
        'test/api/security/security.writing.test.ts',
        '%s is cleaned the same way on writing, changing and reading back',
      ],
      ['test/process/fuzz.test.ts', 'new cases of the part %s find nothing'],
    ],
  },
  {
    name: 'foreign embed code is reduced to a sandboxed frame',
    tests: [['src/extensions/oembed/foreign/foreign-answer.test.ts', 'only a sandboxed frame and a quotation survive']],
  },
  {
    name: 'a video address stays in its attribute',
    tests: [
      ['src/extensions/oembed/foreign/foreign-answer.test.ts', 'a video address cannot break out of its attribute'],
    ],
  },
  {
    name: 'every redirect is checked again',
    tests: [
      ['src/lib/fetcher.test.ts', 'does not follow a redirect to %s'],
      [
        'src/extensions/oembed/foreign/foreign-embeds.test.ts',
        'a page that redirects to %s leads nowhere, and nothing inside is touched',
      ],
    ],
  },
  {
    name: 'no spelling of this machine is fetched',
    tests: [
      ['src/lib/outbound-url.test.ts', '%s is refused for its %s'],
      ['test/api/oembed/oembed.provider.test.ts', 'never goes to %s'],
      ['test/api/oembed/oembed.provider.test.ts', 'its own address on another port is not its own'],
    ],
  },
  {
    name: 'the address that was checked is the one connected to',
    tests: [
      ['src/lib/fetcher.test.ts', 'connects to the address it checked, though the name changes its mind afterwards'],
      [
        'src/extensions/oembed/foreign/foreign-embeds.test.ts',
        'a name that turns inside between page and endpoint is caught',
      ],
    ],
  },
  {
    name: 'special networks are not reached',
    tests: [
      ['src/lib/public-address.test.ts', '%s (%s) may not'],
      ['src/lib/fetcher.test.ts', 'never connects where a name leads to %s'],
    ],
  },
  {
    name: 'the proxy is for those who write',
    tests: [
      ['test/api/oembed/oembed.provider.test.ts', 'is for those who write'],
      [
        'src/extensions/oembed/foreign/foreign-embeds.test.ts',
        'answers are cached for a day, failures for minutes, and a crowd asks once',
      ],
      ['src/lib/fetcher.test.ts', 'stops at the size limit, whatever length was announced'],
    ],
  },
  {
    name: 'scripts and pages are not uploaded',
    tests: [
      ['test/api/media/media.hostile.test.ts', '%s'],
      ['test/api/media/media.upload.test.ts', 'pages and scripts: those whose markup is not filtered'],
    ],
  },
  {
    name: 'the bytes decide the type, and it is served as such',
    tests: [
      ['test/api/media/media.hostile.test.ts', 'a page of an editor is handed out to be saved'],
      ['test/api/media/media.hostile.test.ts', 'a real picture with a page behind it stays a picture'],
      [
        'test/api/media/media.hostile.test.ts',
        'script text under a defused picture name is a picture to browsers, and nothing is told about it',
      ],
    ],
  },
  {
    name: 'a file name does no harm',
    tests: [
      ['test/api/media/media.hostile.test.ts', '%s in an encoded name'],
      ['test/api/security/security.writing.test.ts', '%s in the texts of a file runs nowhere'],
    ],
  },
  {
    name: 'metadata names no file to delete',
    tests: [
      ['test/api/media/media.change.test.ts', 'takes nothing that stored metadata merely names'],
      ['test/api/security/security.writing.test.ts', 'say of themselves only what the server found out'],
    ],
  },
  {
    name: 'the path of a file is not taken from input',
    tests: [
      ['test/api/media/media.change.test.ts', 'of a row whose path was forged takes no file at all'],
      ['test/api/media/media.change.test.ts', 'what the file is cannot be changed'],
    ],
  },
  {
    name: 'XML inside media is not resolved',
    tests: [
      ['test/api/security/security.more.test.ts', 'an entity in the XML of %s fetches and reads nothing'],
      ['src/extensions/oembed/foreign/foreign-answer.test.ts', 'XML is read without expanding anything'],
    ],
  },
  {
    name: 'pictures are no programs and have limits',
    tests: [
      ['test/api/media/media.hostile.test.ts', '%s'],
      [
        'test/api/media/media.hostile.test.ts',
        'a film that takes too long to read is kept without details, and the server is free again',
      ],
    ],
  },
  {
    name: 'an upload is checked and for those who may',
    tests: [
      ['test/api/media/media.upload.test.ts', 'the checksum, in either spelling, is held to'],
      ['test/api/media/media.upload.test.ts', '%s is refused'],
      ['test/api/media/media.upload.test.ts', 'to a post: those who may edit it'],
      ['test/api/media/media.change.test.ts', 'who may change and remove'],
    ],
  },
  {
    name: 'a comment from another page is a visitor’s',
    tests: [
      [
        'test/api/security/security.identity.test.ts',
        'alone reads and writes nothing, from whatever page and by whatever method',
      ],
      ['test/api/comments/comments.write.test.ts', 'keeps only harmless markup of those who may not post any'],
      ['test/api/login/login.attacks.test.ts', 'a cookie from the log-in page posts no comment from another page: %s'],
    ],
  },
  {
    name: 'a contributor does not change comments on an own post',
    tests: [['test/api/comments/comments.write.test.ts', '%s may not, not even on an own post']],
  },
  {
    name: 'changing a comment filters as writing does',
    tests: [
      ['test/api/comments/comments.write.test.ts', 'is filtered like writing one'],
      ['test/api/comments/comments.rights.test.ts', 'a guest’s is cleaned as a guest’s, though the %s edits'],
    ],
  },
  {
    name: 'no comment where one may not comment',
    tests: [
      ['test/api/comments/comments.write.test.ts', 'a visitor may not, unless the site says so'],
      ['test/api/comments/comments.write.test.ts', 'not on a %s post with %j'],
      ['test/api/comments/comments.write.test.ts', 'a subscriber may not send %j'],
    ],
  },
  {
    name: 'signs in a name do not hide its extension',
    tests: [
      ['src/extensions/forms/template/upload-rules.test.ts', '%j never passes'],
      ['test/api/forms/forms.feedback.test.ts', '%s is refused at the field, and nothing is kept'],
    ],
  },
  {
    name: 'only listed types of files are taken',
    tests: [
      ['src/extensions/forms/template/upload-rules.test.ts', 'the list of types is the field’s own, or the default'],
      ['src/extensions/forms/template/upload-rules.test.ts', '%j never passes'],
      ['test/api/forms/forms.feedback.test.ts', 'an accepted file passes and is gone afterwards'],
    ],
  },
  {
    name: 'a sender does not choose what a form accepts',
    tests: [['test/api/forms/forms.feedback.test.ts', '%s is refused at the field, and nothing is kept']],
  },
  {
    name: 'forms are managed by those who may',
    tests: [
      ['test/api/forms/forms.records.test.ts', '%s'],
      ['test/api/security/security.toolset.test.ts', '%s manages neither'],
    ],
  },
  {
    name: 'a submission redirects nowhere',
    tests: [
      [
        'test/api/forms/forms.feedback.test.ts',
        'a browser without scripts gets a page, and the page leads nowhere a request named',
      ],
    ],
  },
  {
    name: 'a submission counts once',
    tests: [
      ['test/api/forms/forms.feedback.test.ts', 'a double click is one message'],
      ['test/api/forms/forms.feedback.test.ts', 'a token serves one right answer, once'],
    ],
  },
  {
    name: 'mail headers cannot be added',
    tests: [
      ['test/api/forms/forms.mail.test.ts', 'no header gets in through the %s'],
      ['src/extensions/forms/submission/mail.test.ts', 'a visitor cannot add recipients with %s'],
      ['test/api/forms/forms.feedback.test.ts', 'more than a form takes is 413, and nothing is kept'],
    ],
  },
  {
    name: 'no cookie of a crawler is an identity',
    tests: [
      ['test/api/auth/auth.session.test.ts', 'no other cookie or header chooses who is asking'],
      ['test/api/security/security.identity.test.ts', 'of another name or form, as %s, is nobody'],
    ],
  },
  {
    name: 'nor is one after a crawler has run',
    tests: [
      ['test/api/security/security.more.test.ts', 'a cookie of a crawler is nobody, also after a crawler was switched'],
    ],
  },
  {
    name: 'logs and dumps are not served and hold no secret',
    tests: [
      ['test/process/security.logs.test.ts', '%s is not there'],
      ['test/process/security.logs.test.ts', 'the log of a server that tells everything holds no secret'],
    ],
  },
  {
    name: 'what the service says is kept as text',
    tests: [
      ['test/api/cache/cache.service.test.ts', 'keeps what it is told as plain text'],
      [
        'test/api/security/security.toolset.test.ts',
        '%s %s is refused from elsewhere, whatever address a header names',
      ],
    ],
  },
  {
    name: 'the address of a caller is not a header',
    tests: [
      [
        'test/api/security/security.toolset.test.ts',
        '%s %s is refused from elsewhere, whatever address a header names',
      ],
      ['test/api/cache/cache.handshake.test.ts', '%s lets nobody in'],
    ],
  },
  {
    name: 'a header is no cache key and is not shown',
    tests: [
      [
        'test/api/cache/cache.answers.test.ts',
        'cannot be planted: by a body, another host, or headers that say who one is',
      ],
      ['test/api/security/security.toolset.test.ts', '%s %s from the right address proves nothing without its secret'],
    ],
  },
  {
    name: 'settings are not changed from another page',
    tests: [
      [
        'test/api/security/security.identity.test.ts',
        'alone reads and writes nothing, from whatever page and by whatever method',
      ],
      ['test/api/security/security.toolset.test.ts', '%s owns no settings'],
      [
        'test/api/login/login.attacks.test.ts',
        'a cookie from the log-in page changes no settings from another page: %o',
      ],
      ['test/api/login/login.session.test.ts', 'is not taken from another site: %o'],
      ['test/api/login/login.session.test.ts', 'does not end by a link of somebody else'],
      ['test/api/login/login.password.test.ts', 'cannot be asked for by a form of another site, nor without end'],
    ],
  },
  {
    name: 'the name of an event starts nothing',
    tests: [
      ['test/api/popups/popups.analytics.test.ts', 'what is not counted gets the same answer'],
      ['test/api/popups/popups.analytics.test.ts', '%s is %i %s'],
    ],
  },
  {
    name: 'attributes of a code are escaped',
    tests: [['test/api/security/security.toolset.test.ts', 'a code in a text cannot break out of its attributes']],
  },
  {
    name: 'visitors do not write popups',
    tests: [
      ['test/api/popups/popups.analytics.test.ts', '%s finds nothing, for anybody'],
      ['test/api/popups/popups.analytics.test.ts', 'popups are records of their own, out of the public routes'],
    ],
  },
  {
    name: 'counters are capped',
    tests: [
      [
        'test/api/popups/popups.analytics.test.ts',
        'one visitor is counted thirty times in five minutes, and never told',
      ],
      ['src/extensions/popups/visitor-caps.test.ts', 'a hundred and twenty calls a minute from one address'],
    ],
  },
  {
    name: 'answers are kept apart by origin',
    tests: [
      ['test/api/security/security.http.test.ts', 'is kept apart by origin, and says so'],
      ['test/api/cache/cache.answers.test.ts', 'are told apart by origin'],
    ],
  },
  {
    name: 'another method is another answer',
    tests: [
      ['test/api/security/security.http.test.ts', 'is not spoiled by a request with %s'],
      ['test/api/security/security.http.test.ts', 'nor by %s, which a visitor may not do either'],
    ],
  },
  {
    name: 'a callback wraps JSON only',
    tests: [
      ['test/api/security/security.http.test.ts', 'cannot be written by a callback of %s'],
      ['test/api/security/security.http.test.ts', 'are not made of pages and files'],
      [
        'test/api/security/security.http.test.ts',
        'get what a visitor gets, and nothing of the one whose cookie came along',
      ],
      [
        'test/api/login/login.attacks.test.ts',
        'a callback with a cookie from the log-in page gets what a visitor gets',
      ],
      ['test/api/login/login.attacks.test.ts', '%s cannot be framed, stored or read by other pages'],
    ],
  },
  {
    name: 'Host builds no link and no mail',
    tests: [
      ['test/api/security/security.http.test.ts', 'is in no link of %s, nor in what is kept of it'],
      ['test/api/security/security.http.test.ts', 'does not matter in the target either'],
      ['test/api/forms/forms.mail.test.ts', 'what a request says of its host never reaches the mail'],
    ],
  },
  {
    name: 'one cheap request is little work',
    tests: [
      ['test/api/security/security.http.test.ts', 'is little work: %.40s'],
      ['test/process/hostile-bodies.test.ts', '$name, as $as'],
      [
        'test/process/attack.test.ts',
        'visitors are all answered while fifty connections attack, and no turn of the event loop is long',
      ],
    ],
  },
  {
    name: 'names of prototypes are plain names',
    tests: [
      ['test/api/security/security.reading.test.ts', 'names that every object has are no types, states or taxonomies'],
      ['test/process/hostile-http.test.ts', 'wrong types in any place: %j'],
    ],
  },
  {
    name: 'malformed multipart ends nothing but its request',
    tests: [
      ['test/api/media/media.upload.test.ts', 'broken parts are a refusal, and the server lives on'],
      ['test/api/forms/forms.feedback.test.ts', 'a malformed multipart body is a plain refusal, and the server lives'],
      ['src/http/body/read-multipart.test.ts', 'is refused for %s'],
    ],
  },
  {
    name: 'a cookie alone is nobody',
    tests: [
      ['test/api/auth/auth.session.test.ts', 'without a nonce is a visitor, wherever the request comes from'],
      [
        'test/api/auth/auth.session.test.ts',
        'with a wrong nonce is refused, so that a client knows to fetch a new one',
      ],
      ['test/api/security/security.identity.test.ts', 'takes no nonce but its own'],
      ['test/api/login/login.session.test.ts', 'gives its nonce to the browser, with which it may write'],
      ['test/api/login/login.session.test.ts', 'gives no nonce to visitors'],
      ['test/api/login/login.session.test.ts', 'gives a new session each time, whatever cookie was brought along'],
      ['test/api/login/login.session.test.ts', 'redirect_to=%s leads to %s'],
      ['test/api/login/login.attacks.test.ts', 'the cookie is not for scripts, nor for requests of other sites'],
      ['test/api/login/login.attacks.test.ts', 'an unknown name and a wrong password are refused in the same words'],
      ['test/api/login/login.attacks.test.ts', '?author=%s tells no name of a user who wrote nothing'],
      ['test/api/login/login.attacks.test.ts', 'a lost password is answered before anything is looked up'],
      ['test/api/login/login.attacks.test.ts', 'a nonce of one session is of no use in another'],
    ],
  },
  {
    name: 'a code of an app is injected, replayed or downgraded',
    tests: [
      [
        'test/api/oauth/oauth.attacks.test.ts',
        'is of no use with the secret of another request: it cannot be injected',
      ],
      ['test/api/oauth/oauth.attacks.test.ts', 'is refused %s'],
      ['test/api/oauth/oauth.attacks.test.ts', 'ends all that it led to when it comes a second time'],
      ['test/api/oauth/oauth.attacks.test.ts', 'gives tokens once, however many ask for them at the same time'],
      ['test/api/oauth/oauth.attacks.test.ts', 'is refused %s, on a page of ours that leads nowhere by itself'],
    ],
  },
  {
    name: 'an app has codes sent elsewhere',
    tests: [
      [
        'test/api/oauth/oauth.attacks.test.ts',
        'is refused with the redirect address %j, which is not the registered one',
      ],
      ['test/api/oauth/oauth.attacks.test.ts', '%s is answered with %i where http://127.0.0.1:1234/back is registered'],
      ['test/api/oauth/oauth.attacks.test.ts', 'is refused with the redirect addresses %j'],
      ['test/api/oauth/oauth.attacks.test.ts', 'is refused where a parameter comes twice'],
    ],
  },
  {
    name: 'an app mixes up two servers',
    tests: [
      [
        'test/api/oauth/oauth.flow.test.ts',
        'gets a code by the browser of the person, tokens for the code, and answers for the token',
      ],
      ['test/api/oauth/oauth.docs.test.ts', 'the log-in of the guide for front ends works as it is written'],
      [
        'test/api/oauth/oauth.clients.test.ts',
        'refuses an answer of another server, and one without its name: no mix-up',
      ],
    ],
  },
  {
    name: 'a person is led to say yes unknowingly',
    tests: [
      [
        'test/api/oauth/oauth.attacks.test.ts',
        'is not shown in frames of other sites, has no scripts, and sends its form to us and to the app alone',
      ],
      ['test/api/oauth/oauth.attacks.test.ts', 'gives nothing %s'],
      [
        'test/api/oauth/oauth.attacks.test.ts',
        'gives nothing in a request that only reads, and to nobody who is not logged in',
      ],
      ['test/api/oauth/oauth.attacks.test.ts', 'gives names no way to hide, or to turn the text of the page'],
      [
        'test/api/oauth/oauth.limits.test.ts',
        'is warned of before it is given anything: who asked, from where, and that a code from others is a trap',
      ],
    ],
  },
  {
    name: 'a refresh token is stolen',
    tests: [
      ['test/api/oauth/oauth.attacks.test.ts', 'that was stolen ends everything when both its holders use it'],
      ['test/api/oauth/oauth.attacks.test.ts', 'is good for one of many who use it at the same time, at most'],
      [
        'test/api/oauth/oauth.instances.test.ts',
        'a refresh token that both are sent at once is good for one of them at most, and ends everything',
      ],
    ],
  },
  {
    name: 'a token does more than it was given for',
    tests: [
      ['test/api/oauth/oauth.attacks.test.ts', 'gives no more scopes than were given, and no other address'],
      [
        'test/api/oauth/oauth.attacks.test.ts',
        'is refused at the other: agents do not get at the interface, and front ends not at the agents’ address',
      ],
      ['test/api/oauth/oauth.attacks.test.ts', 'does not reach the agents’ address in a batch'],
      ['test/api/oauth/oauth.scopes.test.ts', 'writes nothing in a batch either, of one kind or the other'],
      ['test/api/oauth/oauth.scopes.test.ts', 'shows an agent only the tools that read, and refuses the others'],
      ['test/api/oauth/oauth.scopes.test.ts', 'makes no credentials that are stronger than itself'],
      [
        'test/api/oauth/oauth.ways-around.test.ts',
        'is the same resource: a token for agents reads nothing of the interface',
      ],
      ['test/api/oauth/oauth.ways-around.test.ts', 'is the method that scopes are asked for'],
      ['test/api/oauth/oauth.ways-around.test.ts', 'take the scope with each request, and end with the token'],
      [
        'test/api/oauth/oauth.ways-around.test.ts',
        'knows no tokens: neither pages of drafts, nor forms, nor the nonce of a session',
      ],
      ['test/process/scopes.walk.test.ts', 'gives a %s no more than the role, and each denial its code'],
      [
        'test/api/privacy/personal-data.requests.test.ts',
        'take of a limited credential every scope of which an archive has something',
      ],
      ['test/api/auth/auth.all-passwords.test.ts', 'take the scopes of accounts and of settings'],
      [
        'test/api/types/content-model.safe.test.ts',
        'give no role what is known already, but by those who may change roles and have it themselves',
      ],
    ],
  },
  {
    name: 'a program has a person accept something else, or shows what nobody has accepted',
    tests: [
      [
        'test/api/pending/pending-changes.test.ts',
        'to accept is refused where the proposal is another one than was read',
      ],
      [
        'test/api/pending/pending-changes.test.ts',
        'to accept over a conflict writes only what was shown: what was sent as it was undoes nothing',
      ],
      ['test/api/pending/pending-changes.test.ts', 'names the item that is meant, however its address is written'],
      ['test/api/pending/pending-changes.test.ts', 'has one program that has no hand in what another one proposes'],
      ['test/api/pending/pending-changes.test.ts', 'is for people: no credential with scopes decides'],
      ['test/api/pending/pending-changes.test.ts', 'to accept stores no HTML that its author may not write'],
      ['test/api/pending/pending-secrecy.test.ts', 'no read of the interface tells a %s a word of what is proposed'],
    ],
  },
  {
    name: 'a token leaks by addresses, logs or the database',
    tests: [
      ['test/api/oauth/oauth.attacks.test.ts', 'are not taken from addresses'],
      ['test/api/oauth/oauth.attacks.test.ts', 'are in no log, and codes neither'],
      ['test/api/oauth/oauth.attacks.test.ts', 'are stored as digests only'],
      ['test/api/oauth/oauth.attacks.test.ts', 'sends the browser on without telling the app where it was'],
      ['test/api/oauth/oauth.attacks.test.ts', 'make answers that no cache shares'],
    ],
  },
  {
    name: 'a token outlives its account or its password',
    tests: [
      ['test/api/oauth/oauth.flow.test.ts', 'ends when the password of the account changes, whoever changes it'],
      ['test/api/oauth/oauth.flow.test.ts', 'ends with the account'],
      [
        'test/api/oauth/oauth.instances.test.ts',
        'a new password that is set at one ends the tokens at the other at once',
      ],
      [
        'test/api/oauth/oauth.ways-around.test.ts',
        'ends when the access that opened it does, before it tells anything more',
      ],
    ],
  },
  {
    name: 'the id of an app makes the server fetch inside addresses',
    tests: [
      ['test/api/oauth/oauth.limits.test.ts', 'is not asked for at %s'],
      ['test/api/oauth/oauth.limits.test.ts', 'is refused at %s with %j'],
      ['test/api/oauth/oauth.limits.test.ts', 'is fetched for no stranger'],
    ],
  },
  {
    name: 'registrations, codes of devices and tokens are flooded or guessed',
    tests: [
      ['test/api/oauth/oauth.limits.test.ts', 'of registrations end with a wait, for the network that makes them'],
      [
        'test/api/oauth/oauth.limits.test.ts',
        'of wrong codes and tokens make the network wait, and leave others alone',
      ],
      ['test/api/oauth/oauth.limits.test.ts', 'cannot be found by guessing its code: wrong ones make the account wait'],
      ['test/api/oauth/oauth.attacks.test.ts', 'is refused where it is far too large'],
    ],
  },
  {
    name: 'a signed token is forged',
    tests: [
      [
        'test/api/oauth/oauth.jwt.test.ts',
        'cannot be forged: no algorithm, another key, other claims, another name of a key',
      ],
      ['test/api/oauth/oauth.jwt.test.ts', 'is for the interface alone, and makes no other credentials'],
    ],
  },
];
