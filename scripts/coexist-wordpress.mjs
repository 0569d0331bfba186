// A real WordPress on loopback, with its own database: the peer of the coexistence suite and of the benchmarks.
// It is installed from the distribution's packages and copied to a folder of the run; it is not in this repository.
//   node scripts/coexist-wordpress.mjs packages                 install what it needs (Debian, as root)
//   node scripts/coexist-wordpress.mjs start [--server php|fpm] [--workers N] [--port N] [--dir DIR] [--database NAME] [--prefix P]
// `start` prints one line of JSON with everything a client needs, runs until it gets a stop signal, and cleans up.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const packages = [
  'wordpress',
  'wordpress-theme-twentytwentythree',
  ...['cli', 'fpm', 'mysql', 'gd', 'curl', 'mbstring', 'xml', 'intl', 'zip'].map((part) => `php-${part}`),
  'nginx',
];
const installed = '/usr/share/wordpress';
const quiet = ['-d', 'error_reporting=E_ALL&~E_DEPRECATED', '-d', 'display_errors=stderr', '-d', 'memory_limit=512M'];

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: 'php' },
    workers: { type: 'string', default: '4' },
    port: { type: 'string' },
    dir: { type: 'string' },
    database: { type: 'string', default: `coexist_wp_${process.pid}` },
    prefix: { type: 'string', default: 'wp_' },
    'mysql-url': { type: 'string', default: process.env.PLATEN_TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/' },
  },
});

if (positionals[0] === 'packages') installPackages();
else if (positionals[0] === 'start') await start();
else {
  console.error('Say "packages" or "start".');
  process.exit(2);
}

function installPackages() {
  if (existsSync(join(installed, 'wp-load.php')) && spawnSync('nginx', ['-v']).status === 0) return;
  const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const install = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  if (spawnSync('apt-get', install, options).status === 0) return;
  // The package list may be missing or outdated.
  execFileSync('apt-get', ['update', '-q'], options);
  execFileSync('apt-get', install, options);
}

async function start() {
  if (!existsSync(join(installed, 'wp-load.php'))) throw new Error('WordPress is not installed: run "packages" first.');
  const { freePort } = await import('../test/support/free-port.ts');
  const { dropDatabase } = await import('../test/support/database.ts');
  const dir = flags.dir ?? mkdtempSync(join(tmpdir(), 'coexist-'));
  const port = flags.port ? Number(flags.port) : await freePort();
  const site = { dir, root: join(dir, 'site'), port, url: `http://127.0.0.1:${port}` };
  const servers = [];
  const end = async () => {
    for (const server of servers.toReversed()) await stopped(server);
    await dropDatabase(flags['mysql-url'], flags.database);
    if (!flags.dir) rmSync(dir, { recursive: true, force: true });
  };
  try {
    chmodSync(dir, 0o755);
    cpSync(installed, site.root, { recursive: true, dereference: true, filter: (from) => existsSync(from) });
    await sql(`drop database if exists \`${flags.database}\``);
    await sql(`create database \`${flags.database}\` character set utf8mb4`);
    configure(site);
    const passwords = install(site);
    servers.push(...(flags.server === 'fpm' ? startFpm(site) : startPhp(site)));
    await answers(`${site.url}/wp-json/`);
    process.stdout.write(
      `${JSON.stringify({
        url: site.url,
        api: `${site.url}/wp-json`,
        root: site.root,
        uploads: join(site.root, 'wp-content/uploads'),
        debugLog: join(dir, 'debug.log'),
        databaseUrl: new URL(flags.database, flags['mysql-url']).href,
        prefix: flags.prefix,
        passwords,
      })}\n`,
    );
  } catch (error) {
    await end();
    throw error;
  }
  await new Promise((done) => {
    process.once('SIGTERM', done);
    process.once('SIGINT', done);
    process.stdin.once('end', done).resume();
  });
  await end();
  process.exit(0);
}

function configure({ dir, root }) {
  const database = new URL(flags['mysql-url']);
  const constants = {
    DB_NAME: flags.database,
    DB_USER: decodeURIComponent(database.username),
    DB_PASSWORD: decodeURIComponent(database.password),
    DB_HOST: `${database.hostname}:${database.port || 3306}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    // Application passwords require https in all other environments.
    WP_ENVIRONMENT_TYPE: 'local',
    WP_HTTP_BLOCK_EXTERNAL: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    DISABLE_WP_CRON: true,
    // A production site does not log notices; neither does the one that is measured.
    WP_DEBUG: flags.server === 'php',
    WP_DEBUG_DISPLAY: false,
    WP_DEBUG_LOG: join(dir, 'debug.log'),
    WP_MEMORY_LIMIT: '512M',
  };
  for (const name of ['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'])
    for (const kind of ['KEY', 'SALT']) constants[`${name}_${kind}`] = randomBytes(24).toString('hex');
  writeFileSync(
    join(root, 'wp-config.php'),
    [
      '<?php',
      ...Object.entries(constants).map(([name, value]) => `define(${quoted(name)}, ${quoted(value)});`),
      `$table_prefix = ${quoted(flags.prefix)};`,
      "if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');",
      "require_once ABSPATH . 'wp-settings.php';",
      '',
    ].join('\n'),
  );
  // The distribution's package has its own folder for files; this copy stores them in its own.
  mkdirSync(join(root, 'wp-content/uploads'), { recursive: true });
  // Behind this server its pages redirect to themselves: what is measured are the pages, not the redirect.
  mkdirSync(join(root, 'wp-content/mu-plugins'), { recursive: true });
  const hook = "add_action('init', function () { remove_action('template_redirect', 'redirect_canonical'); });";
  if (flags.server === 'fpm') writeFileSync(join(root, 'wp-content/mu-plugins/pages.php'), `<?php\n${hook}\n`);
}

/** Installs the site and creates a user per role with an account password and an application password. */
function install({ root, url }) {
  const script = `
    $_SERVER['HTTP_HOST'] = ${quoted(new URL(url).host)};
    define('WP_INSTALLING', true);
    require ${quoted(join(root, 'wp-load.php'))};
    require_once ABSPATH . 'wp-admin/includes/upgrade.php';
    add_filter('pre_wp_mail', '__return_true');
    wp_install('Coexist', 'admin', 'admin@example.org', true, '', 'pw-administrator');
    update_option('siteurl', ${quoted(url)});
    update_option('home', ${quoted(url)});
    update_option('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
    update_option('rewrite_rules', '');
    $out = [];
    foreach (['administrator', 'editor', 'author', 'contributor', 'subscriber'] as $role) {
      $login = $role === 'administrator' ? 'admin' : "the-$role";
      $user = get_user_by('login', $login);
      $id = $user ? $user->ID : wp_insert_user(['user_login' => $login, 'user_pass' => "pw-$role",
        'user_email' => "$role@example.org", 'role' => $role]);
      [$secret] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'coexist']);
      $out[$role] = ['id' => $id, 'login' => $login, 'account' => "pw-$role", 'application' => $secret];
    }
    flush_rewrite_rules(false);
    fwrite(STDOUT, "\\n@@" . json_encode($out));`;
  const ran = spawnSync('php', [...quiet, '-r', script], { encoding: 'utf8' });
  const [, json] = (ran.stdout ?? '').split('@@');
  if (ran.status !== 0 || !json) throw new Error(`WordPress could not be set up: ${ran.stderr}${ran.stdout}`);
  return JSON.parse(json);
}

/** PHP's built-in server: nothing to configure, good enough to test behaviour. */
function startPhp({ dir, root, port }) {
  const router = join(dir, 'router.php');
  writeFileSync(
    router,
    `<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/' && is_file($_SERVER['DOCUMENT_ROOT'] . $path)) return false;
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
`,
  );
  const server = spawn('php', [...quiet, '-S', `127.0.0.1:${port}`, '-t', root, router], {
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: flags.workers },
    stdio: 'ignore',
    detached: true,
  });
  return [server];
}

/** PHP-FPM with its opcode cache behind nginx, as in production; use this one for measurements. */
function startFpm({ dir, root, port }) {
  const socket = join(dir, 'fpm.sock');
  writeFileSync(
    join(dir, 'fpm.conf'),
    `[global]
error_log = ${dir}/fpm.log
daemonize = no
[www]
user = root
group = root
listen = ${socket}
pm = static
pm.max_children = ${flags.workers}
pm.max_requests = 0
php_admin_value[memory_limit] = 512M
php_admin_value[opcache.enable] = 1
php_admin_value[opcache.memory_consumption] = 192
php_admin_value[opcache.interned_strings_buffer] = 16
php_admin_value[opcache.max_accelerated_files] = 20000
php_admin_value[opcache.validate_timestamps] = 0
`,
  );
  writeFileSync(
    join(dir, 'nginx.conf'),
    `user root;
worker_processes 2;
pid ${dir}/nginx.pid;
error_log ${dir}/nginx.log;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  access_log off;
  client_max_body_size 128m;
  client_body_temp_path ${dir}/body;
  fastcgi_temp_path ${dir}/fastcgi;
  proxy_temp_path ${dir}/proxy; scgi_temp_path ${dir}/scgi; uwsgi_temp_path ${dir}/uwsgi;
  upstream php { server unix:${socket}; keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    root ${root};
    index index.php;
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ {
      include /etc/nginx/fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_keep_conn on;
      fastcgi_pass php;
    }
  }
}
`,
  );
  return [
    spawn(fpmBinary(), ['-R', '-F', '-y', join(dir, 'fpm.conf')], { stdio: 'ignore', detached: true }),
    spawn('nginx', ['-c', join(dir, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore', detached: true }),
  ];
}

function fpmBinary() {
  const version = execFileSync('php', ['-r', 'echo PHP_MAJOR_VERSION, ".", PHP_MINOR_VERSION;'], { encoding: 'utf8' });
  return `/usr/sbin/php-fpm${version}`;
}

async function stopped(server) {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((done) => server.once('exit', done));
  // Its workers are its children, so the signal goes to the process group.
  process.kill(-server.pid, 'SIGTERM');
  await gone;
}

async function answers(url) {
  for (let i = 0; i < 3000; i++) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((next) => setTimeout(next, 100));
  }
  throw new Error(`Nothing answered at ${url} within five minutes.`);
}

async function sql(statement) {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection(flags['mysql-url']);
  await connection.query(statement);
  await connection.end();
}

function quoted(value) {
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value);
}
