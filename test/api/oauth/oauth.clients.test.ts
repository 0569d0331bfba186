import * as oauth4webapi from 'oauth4webapi';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decide, nonceIn, type OAuthSite, oauthSite, sentTo } from './oauth-site.ts';

/** Clients that others wrote after the specifications, and that refuse a server which does not follow them. */
let oauth: OAuthSite;
beforeAll(async () => {
  oauth = await oauthSite();
});
afterAll(() => oauth.site.close());

const redirect = 'http://127.0.0.1:4567/callback';
const insecure = { [oauth4webapi.allowInsecureRequests]: true };

describe('oauth4webapi', () => {
  const discovered = async () => {
    const issuer = new URL(oauth.url);
    const answered = await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    return oauth4webapi.processDiscoveryResponse(issuer, answered);
  };
  const registered = async (as: oauth4webapi.AuthorizationServer) => {
    const asked = { client_name: 'Tested', redirect_uris: [redirect], token_endpoint_auth_method: 'none' };
    const answered = await oauth4webapi.dynamicClientRegistrationRequest(as, asked, insecure);
    return oauth4webapi.processDynamicClientRegistrationResponse(answered);
  };

  const askingPath = async (
    client: oauth4webapi.Client,
    state: string,
    { verifier = oauth4webapi.generateRandomCodeVerifier(), resource = '' } = {},
  ) =>
    `/oauth/authorize?${new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirect,
      response_type: 'code',
      state,
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(resource ? { resource } : {}),
    })}`;

  it('reads what the interface says of itself, and whose tokens it takes', async () => {
    const resource = new URL(`${oauth.url}/wp-json`);
    const answered = await oauth4webapi.resourceDiscoveryRequest(resource, insecure);
    const described = await oauth4webapi.processResourceDiscoveryResponse(resource, answered);
    expect(described.authorization_servers).toEqual([oauth.url]);
    const agents = new URL(`${oauth.url}/mcp`);
    const told = await oauth4webapi.resourceDiscoveryRequest(agents, insecure);
    expect((await oauth4webapi.processResourceDiscoveryResponse(agents, told)).resource).toBe(`${oauth.url}/mcp`);
  });

  it('goes through registration, code, refresh, introspection and revocation', async () => {
    const as = await discovered();
    const client = await registered(as);
    const none = oauth4webapi.None();
    const verifier = oauth4webapi.generateRandomCodeVerifier();
    const state = oauth4webapi.generateRandomState();
    const address = new URL(as.authorization_endpoint ?? '');
    for (const [name, value] of Object.entries({
      client_id: client.client_id,
      redirect_uri: redirect,
      response_type: 'code',
      scope: 'read comments',
      state,
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: `${oauth.url}/wp-json`,
    }))
      address.searchParams.set(name, value);
    const answered = await decide(
      await oauth.loggedIn('the-subscriber', 'pw-subscriber'),
      address.pathname + address.search,
    );
    const parameters = oauth4webapi.validateAuthResponse(as, client, sentTo(answered), state);
    const exchanged = await oauth4webapi.authorizationCodeGrantRequest(
      as,
      client,
      none,
      parameters,
      redirect,
      verifier,
      insecure,
    );
    const tokens = await oauth4webapi.processAuthorizationCodeResponse(as, client, exchanged);
    expect([tokens.token_type, tokens.scope]).toEqual(['bearer', 'read comments']);
    const me = await oauth4webapi.protectedResourceRequest(
      tokens.access_token,
      'GET',
      new URL(`${oauth.url}/wp-json/wp/v2/users/me`),
      new Headers(),
      null,
      insecure,
    );
    expect(await me.json()).toMatchObject({ id: oauth.site.users.subscriber });
    const refreshing = await oauth4webapi.refreshTokenGrantRequest(
      as,
      client,
      none,
      tokens.refresh_token ?? '',
      insecure,
    );
    const next = await oauth4webapi.processRefreshTokenResponse(as, client, refreshing);
    const bearer: oauth4webapi.ClientAuth = (_as, _client, _body, headers) => {
      headers.set('authorization', `Bearer ${next.access_token}`);
    };
    const asked = await oauth4webapi.introspectionRequest(as, client, bearer, next.access_token, insecure);
    const told = await oauth4webapi.processIntrospectionResponse(as, client, asked);
    expect([told.active, told.client_id]).toEqual([true, client.client_id]);
    const revoking = await oauth4webapi.revocationRequest(as, client, none, next.refresh_token ?? '', insecure);
    await oauth4webapi.processRevocationResponse(revoking);
    const after = oauth4webapi.protectedResourceRequest(
      next.access_token,
      'GET',
      new URL(`${oauth.url}/wp-json/wp/v2/users/me`),
      new Headers(),
      null,
      insecure,
    );
    await expect(after).rejects.toMatchObject({ name: 'WWWAuthenticateChallengeError', status: 401 });
  });

  it('refuses an answer of another server, and one without its name: no mix-up', async () => {
    const as = await discovered();
    const client = await registered(as);
    const state = oauth4webapi.generateRandomState();
    const path = await askingPath(client, state);
    const answered = sentTo(await decide(await oauth.loggedIn(), path));
    expect(oauth4webapi.validateAuthResponse(as, client, answered, state).get('code')).toMatch(/^platen_code_/);
    const other = new URL(answered);
    other.searchParams.set('iss', 'https://other.example');
    expect(() => oauth4webapi.validateAuthResponse(as, client, other, state)).toThrow('iss');
    other.searchParams.delete('iss');
    expect(() => oauth4webapi.validateAuthResponse(as, client, other, state)).toThrow('iss');
  });

  it('asks for tokens of one resource, and loses all of them when a refresh token comes twice', async () => {
    const as = await discovered();
    const client = await registered(as);
    const none = oauth4webapi.None();
    const state = oauth4webapi.generateRandomState();
    const verifier = oauth4webapi.generateRandomCodeVerifier();
    const resource = `${oauth.url}/mcp`;
    const path = await askingPath(client, state, { verifier, resource });
    const parameters = oauth4webapi.validateAuthResponse(
      as,
      client,
      sentTo(await decide(await oauth.loggedIn(), path)),
      state,
    );
    const more = { ...insecure, additionalParameters: { resource } };
    const exchanged = await oauth4webapi.authorizationCodeGrantRequest(
      ...[as, client, none, parameters, redirect, verifier, more],
    );
    const first = await oauth4webapi.processAuthorizationCodeResponse(as, client, exchanged);
    const refresh = async (token = '') => {
      const asked = await oauth4webapi.refreshTokenGrantRequest(as, client, none, token, more);
      return oauth4webapi.processRefreshTokenResponse(as, client, asked);
    };
    const introspected = async (token: string) => {
      const admin: oauth4webapi.ClientAuth = (_as, _client, _body, headers) => {
        headers.set('authorization', `Basic ${btoa('admin:pw-administrator')}`);
      };
      const asked = await oauth4webapi.introspectionRequest(as, client, admin, token, insecure);
      return oauth4webapi.processIntrospectionResponse(as, client, asked);
    };
    expect(await introspected(first.access_token)).toMatchObject({ active: true, aud: resource });
    const next = await refresh(first.refresh_token);
    expect(next.refresh_token).not.toBe(first.refresh_token);
    await expect(refresh(first.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    await expect(refresh(next.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await introspected(next.access_token)).toMatchObject({ active: false });
  });

  it('reads refusals: of the person, and of a code that was used', async () => {
    const as = await discovered();
    const client = await registered(as);
    const state = oauth4webapi.generateRandomState();
    const challenge = await oauth4webapi.calculatePKCECodeChallenge(oauth4webapi.generateRandomCodeVerifier());
    const path = `/oauth/authorize?${new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirect,
      response_type: 'code',
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })}`;
    const denied = await decide(await oauth.loggedIn(), path, { decision: 'deny' });
    expect(() => oauth4webapi.validateAuthResponse(as, client, sentTo(denied), state)).toThrow(
      oauth4webapi.AuthorizationResponseError,
    );
    const parameters = oauth4webapi.validateAuthResponse(
      as,
      client,
      sentTo(await decide(await oauth.loggedIn(), path)),
      state,
    );
    const wrong = await oauth4webapi.authorizationCodeGrantRequest(
      as,
      client,
      oauth4webapi.None(),
      parameters,
      redirect,
      oauth4webapi.generateRandomCodeVerifier(),
      insecure,
    );
    await expect(oauth4webapi.processAuthorizationCodeResponse(as, client, wrong)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('logs a command line in by a device', async () => {
    const as = await discovered();
    const answered = await oauth4webapi.dynamicClientRegistrationRequest(
      as,
      { client_name: 'A tool', grant_types: ['urn:ietf:params:oauth:grant-type:device_code'], response_types: [] },
      insecure,
    );
    const client = await oauth4webapi.processDynamicClientRegistrationResponse(answered);
    const none = oauth4webapi.None();
    const begun = await oauth4webapi.deviceAuthorizationRequest(as, client, none, { scope: 'read' }, insecure);
    const device = await oauth4webapi.processDeviceAuthorizationResponse(as, client, begun);
    const ask = async () => {
      const asked = await oauth4webapi.deviceCodeGrantRequest(as, client, none, device.device_code, insecure);
      return oauth4webapi.processDeviceCodeResponse(as, client, asked);
    };
    await expect(ask()).rejects.toMatchObject({ error: 'authorization_pending' });
    await expect(ask()).rejects.toMatchObject({ error: 'slow_down' });
    const browser = await oauth.loggedIn('the-author', 'pw-author');
    const page = await (await browser.get('/oauth/device')).text();
    const form = { _wpnonce: nonceIn(page), user_code: device.user_code };
    const asked = await (await browser.post('/oauth/device', form)).text();
    expect(asked).toContain('A tool');
    const allowed = await browser.post('/oauth/device', { ...form, decision: 'allow', scope: 'read' });
    expect(await allowed.text()).toContain('has access');
  });
});

describe('openid-client', () => {
  it('discovers, registers, logs in, refreshes and gives back', async () => {
    const config = await openid.dynamicClientRegistration(
      new URL(oauth.url),
      { client_name: 'Front end', redirect_uris: [redirect], token_endpoint_auth_method: 'none' },
      openid.None(),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const verifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirect,
      scope: 'read',
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const answered = await decide(
      await oauth.loggedIn('the-contributor', 'pw-contributor'),
      address.pathname + address.search,
    );
    const tokens = await openid.authorizationCodeGrant(config, sentTo(answered), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    const me = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${oauth.url}/wp-json/wp/v2/users/me`),
      'GET',
    );
    expect(await me.json()).toMatchObject({ id: oauth.site.users.contributor });
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');
    await openid.tokenRevocation(config, next.refresh_token ?? '');
    await expect(openid.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('logs a command line in by a device, and asks what its token is', async () => {
    const config = await openid.dynamicClientRegistration(
      new URL(oauth.url),
      { client_name: 'A tool', grant_types: ['urn:ietf:params:oauth:grant-type:device_code'], response_types: [] },
      openid.None(),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    );
    const device = await openid.initiateDeviceAuthorization(config, { scope: 'read' });
    const browser = await oauth.loggedIn('the-author', 'pw-author');
    const page = await (await browser.get('/oauth/device')).text();
    const form = { _wpnonce: nonceIn(page), user_code: device.user_code, decision: 'allow', scope: 'read' };
    expect(await (await browser.post('/oauth/device', form)).text()).toContain('has access');
    const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 });
    const me = new URL(`${oauth.url}/wp-json/wp/v2/users/me`);
    const asked = await openid.fetchProtectedResource(config, tokens.access_token, me, 'GET');
    expect(await asked.json()).toMatchObject({ id: oauth.site.users.author });
    const own = new openid.Configuration(
      config.serverMetadata(),
      config.clientMetadata().client_id,
      {},
      (_as, _c, _body, headers) => {
        headers.set('authorization', `Bearer ${tokens.access_token}`);
      },
    );
    openid.allowInsecureRequests(own);
    expect(await openid.tokenIntrospection(own, tokens.access_token)).toMatchObject({ active: true, scope: 'read' });
    await openid.tokenRevocation(config, tokens.access_token);
    await expect(openid.fetchProtectedResource(config, tokens.access_token, me, 'GET')).rejects.toMatchObject({
      status: 401,
    });
  });
});
