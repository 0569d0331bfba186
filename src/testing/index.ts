export { type SiteFixture, siteFixture, startPlaten, type TestSiteOptions } from './start-platen.ts';
export type { OutboundAnswer, OutboundCall, TestClock, TestMail, TestNetwork } from './test-doubles.ts';
export type { Credential, LogIn, TestUser } from './test-log-in.ts';
export type { FixtureFields, Made, MediaFixture, TestSite } from './test-site.ts';
