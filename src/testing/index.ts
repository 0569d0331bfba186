export { type SiteFixture, siteFixture } from './site-fixture.ts';
export { startPlaten, type TestSiteOptions } from './start-platen.ts';
export type { TestClock } from './test-clock.ts';
export type { Credential, LogIn, TestUser } from './test-log-in.ts';
export type { TestMail } from './test-mail.ts';
export type { OutboundAnswer, OutboundCall, TestNetwork } from './test-network.ts';
export type { FixtureFields, Made, MediaFixture, TestSite } from './test-site.ts';
