import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { None } from 'oauth4webapi'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendEsplora } from './bitcoin/esplora/sendEsplora.ts'
import { createFarcasterRegistry } from './farcaster/createFarcasterRegistry.ts'
import { createRemoteChannelClient } from './farcaster/createRemoteChannelClient.ts'
import { createMailTransport } from './mail/createMailTransport.ts'
import { createHook } from './onramp/gate/createHook.ts'
import { askProvider } from './onramp/providers/askProvider.ts'
import { createPostgres } from './platform/db/createPostgres.ts'
import { createMemoryKv } from './platform/kv/createMemoryKv.ts'
import { connectUpstreamSocket } from './rpc/connectUpstreamSocket.ts'
import { requestUpstream } from './rpc/requestUpstream.ts'
import { createDiscovery } from './social/providers/createDiscovery.ts'
import { createOauthClient } from './social/providers/createOauthClient.ts'
import { readJson } from './social/providers/readJson.ts'
import { toSocialError } from './social/providers/toSocialError.ts'
import { createZeroexClient } from './swap/aggregators/createZeroexClient.ts'

/** Patience with a dependency in milliseconds. Dependencies with a fixed limit use theirs. */
const patience = 150
const log = pino({ level: 'silent' })
const clock = { now: () => Date.now() }
const sockets = new Set<Socket>()
let taken = 0
const silent = createServer((socket) => {
  taken += 1
  sockets.add(socket)
  socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  // Requests are read, but never answered.
  socket.resume()
})
let port = 0
/** A working token endpoint of a provider, whose keys are on a hanging server. */
const tokens = createHttpServer((_, response) => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: http(), aud: 'client', sub: '1', nonce: 'nonce', iat: now, exp: now + 60 }
  const id_token = `${encode({ alg: 'RS256' })}.${encode(claims)}.${'A'.repeat(342)}`
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ access_token: 'a', token_type: 'bearer', id_token }))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => tokens.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  port = (silent.address() as AddressInfo).port
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
  tokens.close()
})
/** Identifies a visitor who returned from a provider with a working token endpoint. */
const identify = (tokenEndpoint: string, isOpenId: boolean) =>
  createOauthClient({
    provider: 'google',
    profile: {
      ...{ clientId: 'client', clientAuth: None(), scope: 'openid', isOpenId, returnsByPost: false },
      server: async () => ({ issuer: http(), token_endpoint: tokenEndpoint, jwks_uri: `${http()}/keys` }),
      identify: async () => ({ subject: '1', email: undefined, userName: undefined }),
    },
    signal: () => AbortSignal.timeout(patience),
  }).identify({
    parameters: new URLSearchParams({ code: 'c', state: 'state' }),
    authorization: {
      state: 'state',
      nonce: 'nonce',
      verifier: 'v'.repeat(43),
      redirectUri: 'https://wallet.example/back',
    },
  })
const pace = { interval: 10, longestInterval: 20, requestTimeout: patience }
const http = () => `http://127.0.0.1:${port}`

const cases: readonly { dependency: string; ask: () => Promise<unknown>; told: object; limit?: number }[] = [
  {
    dependency: 'a node of a chain',
    ask: () =>
      requestUpstream({
        url: http(),
        body: { type: 'application/json', text: '{}' },
        timeout: patience,
        maxBytes: 1000,
      }),
    told: { reason: 'timeout' },
  },
  {
    dependency: 'a server of Bitcoin',
    ask: () => sendEsplora({ url: http(), calls: [{ method: 'esplora.tip', params: [] }], timeout: patience }),
    told: { reason: 'timeout' },
  },
  {
    dependency: 'the socket of a node',
    ask: () =>
      connectUpstreamSocket({ urls: [http().replace('http', 'ws')], onNotification: () => {}, onClose: () => {} }),
    told: { code: 'upstream_unavailable' },
    limit: 5_000,
  },
  {
    dependency: 'the price of an aggregator',
    ask: () =>
      createZeroexClient({ url: http(), apiKey: 'k', clock }).quote({
        ...{ chainId: 'eip155:1', from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}` },
        ...{ amount: 1n, slippage: 1 },
      } as never),
    told: { message: '0x gave no answer in time' },
    limit: 1_500,
  },
  {
    dependency: 'the transaction of an aggregator',
    ask: () =>
      createZeroexClient({ url: http(), apiKey: 'k', clock }).build({
        ...{ chainId: 'eip155:1', from: `0x${'1'.repeat(40)}`, to: `0x${'2'.repeat(40)}` },
        ...{ amount: 1n, slippage: 1 },
      } as never),
    told: { message: '0x gave no answer in time' },
    limit: 6_000,
  },
  {
    dependency: 'a card provider',
    ask: () => askProvider({ provider: 'cards', url: http(), headers: {}, patience }),
    told: { code: 'onramp_provider_unavailable', details: 'cards gave no answer in time' },
  },
  {
    dependency: 'an order of a card provider',
    ask: () => askProvider({ provider: 'cards', url: http(), method: 'POST', headers: {}, body: { a: 1 }, patience }),
    told: { code: 'onramp_provider_unavailable' },
  },
  {
    dependency: "the operator's hook before a purchase",
    ask: () => createHook({ url: http(), secret: 's', clock, log, patience })({} as never),
    told: { code: 'onramp_refused' },
  },
  {
    dependency: 'the addresses of an identity provider',
    ask: () =>
      createDiscovery({ issuer: http(), endpoints: {}, signal: () => AbortSignal.timeout(patience), clock })().catch(
        (error) => {
          throw toSocialError(error)
        },
      ),
    told: { code: 'social_provider_failed', details: 'the provider took too long' },
  },
  {
    dependency: 'the tokens of an identity provider',
    ask: () => identify(`${http()}/token`, false),
    told: { code: 'social_provider_failed', details: 'the provider took too long' },
  },
  {
    dependency: 'the keys of an identity provider',
    ask: () => identify(`http://127.0.0.1:${(tokens.address() as AddressInfo).port}`, true),
    told: { code: 'social_provider_failed', details: 'the provider took too long' },
  },
  {
    dependency: 'who somebody is at an identity provider',
    ask: () =>
      readJson({ url: http(), accessToken: 't', signal: AbortSignal.timeout(patience) }).catch((error) => {
        throw toSocialError(error)
      }),
    told: { code: 'social_provider_failed' },
  },
  {
    dependency: 'the relay of Farcaster',
    ask: () =>
      createRemoteChannelClient({
        context: { kv: createMemoryKv({ clock }), log },
        relay: http(),
        pace,
      }).open({ nonce: 'n' } as never),
    told: { code: 'social_provider_failed' },
  },
  {
    dependency: 'the relay of Farcaster, while somebody scans',
    ask: () =>
      createRemoteChannelClient({ context: { kv: createMemoryKv({ clock }), log }, relay: http(), pace }).waitForAnswer(
        {
          ...{ channelToken: 'c', nonce: 'n', signal: AbortSignal.timeout(60_000) },
        },
      ),
    told: { code: 'social_provider_failed' },
    // Four attempts.
    limit: 4 * patience,
  },
  {
    dependency: "the node of Farcaster's registries",
    ask: () => {
      const registry = `0x${'1'.repeat(40)}`
      const config = { rpcUrl: http(), idRegistry: registry, keyRegistry: registry }
      return createFarcasterRegistry({ config, log }).fidOf(`0x${'2'.repeat(40)}`)
    },
    told: { code: 'social_provider_failed', details: 'the chain: timeout' },
    // Two attempts of 5 s each.
    limit: 10_000,
  },
  {
    dependency: 'the mail server',
    ask: async () => {
      const transport = createMailTransport({
        config: { url: `smtp://127.0.0.1:${port}`, from: 'a@b.example' } as never,
        patience,
      })
      const mail = { subject: 's', html: 'h', text: 't', language: 'en' } as never
      await transport.send({ id: 'one', to: 'c@d.example', mail }).finally(() => transport.close())
    },
    told: { code: 'ETIMEDOUT' },
  },
  {
    dependency: 'the database',
    ask: () => createPostgres({ url: `postgres://a:b@127.0.0.1:${port}/c`, patience, migrate: false }),
    told: { message: expect.stringMatching(/timeout/i) },
  },
]

test.each(cases)(
  'behavior: $dependency accepts the connection and never answers: it is reported in time, and the connection ends',
  async ({ ask, told, limit = patience }) => {
    const start = performance.now()
    const before = taken
    await expect(ask()).rejects.toMatchObject(told)
    const waited = performance.now() - start
    // Not at once, as for an unreachable server, and not much later, even on a busy machine.
    expect(waited).toBeGreaterThan(limit * 0.9)
    expect(waited).toBeLessThan(limit + 5_000)
    expect(taken).toBeGreaterThan(before)
  },
)

test('behavior: no request stays open', async () => {
  await expect.poll(() => sockets.size, { timeout: 25_000 }).toBe(0)
})
