/** The MariaDB suite proves nothing without a server, so a missing one is a failure and never a silent skip. */
export default function setup(): void {
  if (!process.env.PLATEN_TEST_MYSQL_URL) {
    throw new Error(
      'The MariaDB suite needs a server: set PLATEN_TEST_MYSQL_URL, for example mysql://root@127.0.0.1:3306/. It makes and drops its own databases.',
    );
  }
  process.stdout.write('Store covered by this run: mariadb.\n');
}
