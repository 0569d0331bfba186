import { isIP } from 'node:net';
import { parsePreset, parseSide } from '../rules/image-presets.ts';
import { type ImageSizeDeclarations, imageSizesProblem } from '../rules/image-size-declaration.ts';
import { isItemField, noItemFields } from '../rules/item-fields.ts';
import { type OidcProviders, oidcProvidersProblem } from '../rules/oidc-providers.ts';
import { isPreviewUrl } from '../rules/preview-url.ts';
import { o } from './option.ts';

/** All settings; each is an environment variable and a flag (`PLATEN_DATA_DIR` is `--data-dir`). */
export const options = {
  configFile: o.text({
    env: 'PLATEN_CONFIG',
    help: 'Configuration file. Default: platen.config.ts, .js, .mjs or .json in the working directory.',
  }),
  host: o.text({ env: 'PLATEN_HOST', fallback: '127.0.0.1', help: 'Address to listen on.' }),
  port: o.integer(
    { env: 'PLATEN_PORT', fallback: '8080', help: 'Port to listen on; 0 takes a free one.' },
    { from: 0, to: 65535 },
  ),
  siteUrl: o.address(
    {
      env: 'PLATEN_SITE_URL',
      help: 'Public URL of the site, used in every link. Default: the stored one.',
    },
    ['http', 'https'],
  ),
  homeUrl: o.address(
    {
      env: 'PLATEN_HOME_URL',
      help: 'URL of a separate front end: links to content point there, the interface stays at the site URL.',
    },
    ['http', 'https'],
  ),
  dataDir: o.text({ env: 'PLATEN_DATA_DIR', fallback: './data', help: 'Folder for the database and uploaded files.' }),
  databaseUrl: o.pattern(
    {
      env: 'PLATEN_DATABASE_URL',
      secret: true,
      help: 'Database: sqlite:PATH or mysql://user:pass@host:port,host:port/db?replicas=host:port. Default: a file in the data folder.',
    },
    'sqlite:PATH or mysql://user:pass@host:port/database',
    /^$|^sqlite:.+|^(?:mysql|mariadb):\/\/.+/,
  ),
  dbConnectSeconds: o.integer(
    {
      env: 'PLATEN_DB_CONNECT_SECONDS',
      fallback: '3',
      help: 'Time a database server has to accept a connection, and to answer the check of cached responses.',
    },
    { from: 1, to: 60 },
  ),
  dbAcquireSeconds: o.integer(
    {
      env: 'PLATEN_DB_ACQUIRE_SECONDS',
      fallback: '5',
      help: 'Time a request waits for a free connection to the database server.',
    },
    { from: 1, to: 60 },
  ),
  dbStatementSeconds: o.integer(
    {
      env: 'PLATEN_DB_STATEMENT_SECONDS',
      fallback: '15',
      help: 'Time a database server has for one statement, and a write for its repetitions after conflicts.',
    },
    { from: 1, to: 300 },
  ),
  dbTriggers: o.choice(
    {
      env: 'PLATEN_DB_TRIGGERS',
      fallback: 'own',
      help: 'Triggers on the tables of a database server that keep lists and totals ready: own (only in databases that Platen made), on (also in those of an existing site) or off (removes them).',
    },
    ['own', 'on', 'off'],
  ),
  tablePrefix: o.pattern(
    { env: 'PLATEN_TABLE_PREFIX', fallback: 'wp_', help: 'Prefix of table names.' },
    'letters, digits and underscores',
    /^[A-Za-z0-9_]{0,40}$/,
  ),
  variant: o.choice(
    {
      env: 'PLATEN_VARIANT',
      fallback: 'a',
      help: 'Variant of the interface: that of WordPress 4.9 (a), of 4.7 (b) or of today, 7.1 (c). Unless it is set, the database of an existing site has the one that was chosen at its first start: c from WordPress 5.0.',
    },
    ['a', 'b', 'c'],
    { 'wordpress-4.9': 'a', 'wordpress-4.7': 'b', 'wordpress-7.1': 'c' },
  ),
  interface: o.choice(
    {
      env: 'PLATEN_INTERFACE',
      fallback: 'standard',
      help: 'extended puts the later routes of variant c on top of a or b: menus, search, application passwords, batches, autosaves, blocks and what block editors need. New sites choose PLATEN_VARIANT=c instead.',
    },
    ['standard', 'extended'],
  ),
  announceAppLogin: o.toggle({
    env: 'PLATEN_ANNOUNCE_APP_LOGIN',
    fallback: 'off',
    help: 'on has discovery say where apps ask for an application password, as variant c always does; for a and b.',
  }),
  menuLocations: o.labels(
    {
      env: 'PLATEN_MENU_LOCATIONS',
      fallback: 'primary=Primary menu,footer=Footer menu',
      help: 'Places where the theme or a client shows menus: name=description, separated by commas.',
    },
    'names with descriptions such as primary=Primary menu, parted by commas',
  ),
  imageSizes: o.object<ImageSizeDeclarations>(
    {
      env: 'PLATEN_IMAGE_SIZES',
      help: 'Sizes that copies of pictures are made in, besides those of the settings: an object in the configuration file, or JSON.',
    },
    'sizes by their names, such as { "card": { "width": 400, "height": 300, "crop": true } }',
    imageSizesProblem,
  ),
  adminUser: o.pattern(
    { env: 'PLATEN_ADMIN_USER', fallback: 'admin', help: 'Name of the first administrator.' },
    'letters, digits, blanks and _ . - @, at most 60',
    /^[A-Za-z0-9 _.\-@]{1,60}$/,
  ),
  adminPassword: o.text({
    env: 'PLATEN_ADMIN_PASSWORD',
    secret: true,
    help: 'Password of the first administrator. By default a random one is generated and shown once.',
  }),
  adminEmail: o.pattern(
    { env: 'PLATEN_ADMIN_EMAIL', fallback: 'admin@example.org', help: 'E-mail address of the first administrator.' },
    'an e-mail address',
    /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  ),
  sampleContent: o.toggle({
    env: 'PLATEN_SAMPLE_CONTENT',
    fallback: 'on',
    help: 'Put a sample post, page, comment and contact form into a new site.',
  }),
  commentFloodSeconds: o.integer(
    {
      env: 'PLATEN_COMMENT_FLOOD_SECONDS',
      fallback: '15',
      help: 'Minimum time between two comments of one person; 0 for none.',
    },
    { from: 0, to: 86400 },
  ),
  anonymousComments: o.toggle({
    env: 'PLATEN_ANONYMOUS_COMMENTS',
    fallback: 'off',
    help: 'Let visitors without an account comment.',
  }),
  throttle: o.toggle({
    env: 'PLATEN_THROTTLE',
    fallback: 'on',
    help: 'Rate limits on log-in, forms, popups and proofs; off is for tests only.',
  }),
  oidc: o.object<OidcProviders>(
    {
      env: 'PLATEN_OIDC',
      secret: true,
      help: 'Providers that people log in with (OpenID Connect), by name: an object in the configuration file, or JSON.',
    },
    'providers by their names, such as { "company": { "issuer": "https://login.example.org", "clientId": "platen" } }',
    oidcProvidersProblem,
  ),
  oidcOnly: o.toggle({
    env: 'PLATEN_OIDC_ONLY',
    fallback: 'off',
    help: 'Whether people log in with these providers only: no passwords and passkeys; platen login-link stays the way in.',
  }),
  basicAccountPassword: o.toggle({
    env: 'PLATEN_BASIC_ACCOUNT_PASSWORD',
    fallback: 'on',
    help: 'Accept the account password over HTTP Basic, besides application passwords.',
  }),
  dataRequests: o.toggle({
    env: 'PLATEN_DATA_REQUESTS',
    fallback: 'off',
    help: 'Let visitors ask by mail for their personal data, or for its erasure (platen/v1/personal-data/requests).',
  }),
  itemFields: o.list(
    {
      env: 'PLATEN_ITEM_FIELDS',
      help: 'Fields that items have besides those of the variant, separated by commas: blocks (the content as data), head (the head of the page), yoast (the head as yoast_head and yoast_head_json), acf (declared fields as ACF shows its own), resized (addresses of resized pictures, in media). Default: yoast on an adopted site that used Yoast SEO; none leaves it out.',
    },
    'names out of blocks, head, yoast, acf, resized, or none',
    (name) => isItemField(name) || name === noItemFields,
  ),
  mediaFoldersApi: o.toggle({
    env: 'PLATEN_MEDIA_FOLDERS_API',
    fallback: 'off',
    help: 'Show the folders and tags of the media library in wp/v2, as the taxonomies media_folder and media_tag of attachments.',
  }),
  readFieldPlugins: o.toggle({
    env: 'PLATEN_READ_FIELD_PLUGINS',
    fallback: 'off',
    help: 'Read the types, taxonomies and fields that Custom Post Type UI and Advanced Custom Fields stored.',
  }),
  acfJson: o.text({
    env: 'PLATEN_ACF_JSON',
    help: 'Folder with groups of fields as Advanced Custom Fields writes them (acf-json of a theme); read with PLATEN_READ_FIELD_PLUGINS.',
  }),
  trustedProxies: o.list(
    {
      env: 'PLATEN_TRUSTED_PROXIES',
      help: 'Addresses of proxies whose X-Forwarded-For and -Proto are trusted, separated by commas.',
    },
    'IP addresses or networks such as 10.0.0.0/8, parted by commas',
    (item) => isIP(item.replace(/\/.*$/s, '')) !== 0 && /^[^/]+(?:\/\d{1,3})?$/.test(item),
  ),
  metricsToken: o.text({
    env: 'PLATEN_METRICS_TOKEN',
    secret: true,
    help: 'Token with which /metrics is read from other machines (Authorization: Bearer …). Without it, only from this one.',
  }),
  metricsListen: o.pattern(
    {
      env: 'PLATEN_METRICS_LISTEN',
      help: 'Address and port of their own for /metrics, /healthz and /readyz, such as 127.0.0.1:9100. Then /metrics elsewhere needs the token.',
    },
    'an address and a port, such as 127.0.0.1:9100 or [::1]:9100',
    /^$|^(?:\[[\da-fA-F:.]+\]|[^\s:[\]/]+):\d{1,5}$/,
  ),
  workers: o.integer(
    { env: 'PLATEN_WORKERS', fallback: '1', help: 'Number of server processes; 0 means one per core.' },
    { from: 0, to: 64 },
  ),
  drainSeconds: o.integer(
    {
      env: 'PLATEN_DRAIN_SECONDS',
      fallback: '5',
      help: 'Time between SIGTERM and the end in which /readyz says 503 and requests are still answered.',
    },
    { from: 0, to: 3600 },
  ),
  permalinks: o.pattern(
    {
      env: 'PLATEN_PERMALINKS',
      help: 'Structure of links, such as /%year%/%postname%/; "plain" for ?p=7. Default: the stored one.',
    },
    'a path with %tags%, or the word plain',
    /^$|^plain$|^\/(?:[\w./-]|%[a-z_]+%)*$/,
  ),
  uploadsDir: o.text({
    env: 'PLATEN_UPLOADS_DIR',
    help: 'Folder of uploaded files. Default: uploads in the data folder.',
  }),
  uploadsUrl: o.address(
    { env: 'PLATEN_UPLOADS_URL', help: 'Public URL of uploaded files if another server serves them.' },
    ['http', 'https'],
  ),
  mediaStorage: o.address(
    {
      env: 'PLATEN_MEDIA_STORAGE',
      secret: true,
      help: 'S3-compatible storage for files: s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=… Default: the uploads folder.',
    },
    ['s3', 's3+http'],
  ),
  imageWidths: o.list(
    {
      env: 'PLATEN_IMAGE_WIDTHS',
      fallback: '16,32,48,64,96,128,256,384,640,750,828,1080,1200,1920,2048,3840',
      help: 'Widths in which anybody may ask for a picture, separated by commas; other sizes need a preset or a signature. Default: those of next/image.',
    },
    'widths from 1 to 4096, parted by commas',
    (item) => typeof parseSide(item) === 'number',
  ),
  imagePresets: o.labels(
    {
      env: 'PLATEN_IMAGE_PRESETS',
      help: 'Presets of resized pictures besides the registered sizes: name=600x400 cover webp q70, separated by commas; all but the box may be left out.',
    },
    'names with a box each such as card=600x400 cover q80, parted by commas',
    (text) => parsePreset(text) !== null,
  ),
  uploadLimitMegabytes: o.integer(
    { env: 'PLATEN_UPLOAD_LIMIT_MB', fallback: '64', help: 'Largest uploaded file accepted.' },
    { from: 1, to: 10240 },
  ),
  uploadLimits: o.amounts(
    {
      env: 'PLATEN_UPLOAD_LIMITS',
      help: 'Largest file by role, in MB: author=20,editor=2000. Other roles have PLATEN_UPLOAD_LIMIT_MB, as has every file that is sent in one request.',
    },
    { from: 1, to: 102400 },
  ),
  uploadExpiryHours: o.integer(
    {
      env: 'PLATEN_UPLOAD_EXPIRY_HOURS',
      fallback: '24',
      help: 'How long a resumable upload is kept after its last request.',
    },
    { from: 1, to: 720 },
  ),
  mediaPreviews: o.toggle({
    env: 'PLATEN_MEDIA_PREVIEWS',
    fallback: 'on',
    help: 'Make pictures of files: embedded covers; frames of films where ffmpeg, first pages of PDFs where pdftoppm is installed.',
  }),
  mediaQuotaMegabytes: o.integer(
    { env: 'PLATEN_MEDIA_QUOTA_MB', fallback: '0', help: 'What all uploaded files may take together; 0 for no limit.' },
    { from: 0, to: 1073741824 },
  ),
  bodyLimitMegabytes: o.integer(
    { env: 'PLATEN_BODY_LIMIT_MB', fallback: '32', help: 'Largest JSON or form body accepted.' },
    { from: 1, to: 1024 },
  ),
  smtpUrl: o.address(
    {
      env: 'PLATEN_SMTP_URL',
      secret: true,
      help: 'Mail server, smtp://user:pass@host:port. Without one, mail stays in the outbox.',
    },
    ['smtp', 'smtps'],
  ),
  extensions: o.list(
    {
      env: 'PLATEN_EXTENSIONS',
      help: 'Extensions to load: packages, or paths from the working directory, separated by commas.',
    },
    'names of packages or paths, parted by commas',
    (item) => item !== '',
  ),
  webhookUrl: o.pattern(
    {
      env: 'PLATEN_WEBHOOK_URL',
      help: 'Address that is told of every change by a webhook, such as that of your front end; it may be inside your network.',
    },
    'an address that starts with http:// or https://, without a password',
    /^$|^https?:\/\/(?:[\w.-]+|\[[\da-fA-F:]+\])(?::\d{1,4}|:[1-5]\d{4}|:6[0-4]\d{3}|:65[0-4]\d\d|:655[0-2]\d|:6553[0-5])?(?:[/?]\S*)?$/,
  ),
  webhookSecret: o.pattern(
    {
      env: 'PLATEN_WEBHOOK_SECRET',
      secret: true,
      help: 'Secret that signs the messages to PLATEN_WEBHOOK_URL: whsec_ and 24 to 64 bytes as base64.',
    },
    'whsec_ and 24 to 64 bytes as base64',
    /^$|^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/,
  ),
  mcp: o.toggle({
    env: 'PLATEN_MCP',
    fallback: 'off',
    help: 'Serve agents at /mcp (Model Context Protocol), with the rights of the account they log in with.',
  }),
  oauth: o.toggle({
    env: 'PLATEN_OAUTH',
    fallback: 'off',
    help: 'Let people give apps access by OAuth 2.1; /mcp then asks for log-in. Needs a site URL with https.',
  }),
  oauthRegistration: o.toggle({
    env: 'PLATEN_OAUTH_REGISTRATION',
    fallback: 'on',
    help: 'Let apps register themselves, as most agents do. Off: only those that you add, and those with an id of their own address.',
  }),
  oauthAccessMinutes: o.integer(
    { env: 'PLATEN_OAUTH_ACCESS_MINUTES', fallback: '60', help: 'How long an access token is valid.' },
    { from: 1, to: 1440 },
  ),
  oauthRefreshDays: o.integer(
    {
      env: 'PLATEN_OAUTH_REFRESH_DAYS',
      fallback: '30',
      help: 'How long the access of an app lasts that does not use it; each use begins this anew.',
    },
    { from: 1, to: 366 },
  ),
  jwt: o.toggle({
    env: 'PLATEN_JWT',
    fallback: 'off',
    help: 'Give signed tokens for passwords at jwt-auth/v1/token, as a common plugin does. Prefer OAuth for new front ends.',
  }),
  jwtDays: o.integer(
    { env: 'PLATEN_JWT_DAYS', fallback: '7', help: 'How long such a token is valid.' },
    { from: 1, to: 90 },
  ),
  pages: o.toggle({
    env: 'PLATEN_PAGES',
    fallback: 'on',
    help: 'Show the public site; off for a separate front end: then only / answers, with a link to the interface.',
  }),
  previewUrl: o.byName(
    {
      env: 'PLATEN_PREVIEW_URL',
      help: 'Where a separate front end shows previews: an address with {path}, {id}, {type} and {token}. Per type: an object in the configuration file, or JSON, with * for the others.',
    },
    'an http or https address with {token} in it, such as https://www.example.org{path}?preview={token}',
    isPreviewUrl,
  ),
  theme: o.text({
    env: 'PLATEN_THEME',
    help: 'Theme of the public site: a folder, or the name of an installed package. Default: the built-in theme.',
  }),
  cacheMegabytes: o.integer(
    { env: 'PLATEN_CACHE_MB', fallback: '64', help: 'Memory for cached responses; 0 switches the cache off.' },
    { from: 0, to: 65536 },
  ),
  feedDays: o.integer(
    {
      env: 'PLATEN_FEED_DAYS',
      fallback: '7',
      help: 'How many days changes stay in the change feed; a consumer that comes later begins with a dump.',
    },
    { from: 1, to: 3650 },
  ),
  auditDays: o.integer(
    {
      env: 'PLATEN_AUDIT_DAYS',
      fallback: '180',
      help: 'How many days entries stay in the audit log.',
    },
    { from: 1, to: 3650 },
  ),
  staleSeconds: o.integer(
    {
      env: 'PLATEN_STALE_SECONDS',
      fallback: '0',
      help: 'Time that public cached responses are still served while the database does not answer; 0 for none.',
    },
    { from: 0, to: 604800 },
  ),
  redisUrl: o.address(
    {
      env: 'PLATEN_REDIS_URL',
      secret: true,
      help: 'Redis or Valkey server that counts rate limits for all instances.',
    },
    ['redis', 'rediss'],
  ),
  limits: o.choice(
    {
      env: 'PLATEN_LIMITS',
      fallback: 'auto',
      help: 'Where rate limits are counted. auto: redis if PLATEN_REDIS_URL is set, memory for one process on SQLite, else database.',
    },
    ['auto', 'memory', 'database', 'redis'],
  ),
  logLevel: o.choice({ env: 'PLATEN_LOG_LEVEL', fallback: 'info', help: 'How much is logged.' }, [
    'silent',
    'error',
    'warn',
    'info',
    'debug',
  ]),
};

export type OptionName = keyof typeof options;
