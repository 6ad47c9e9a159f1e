import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServiceError } from '@latchkey/protocol/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import type { FarcasterChannels } from '../social/FarcasterChannels.ts'
import type { ChannelClient } from './ChannelClient.ts'
import { createFarcasterChannels } from './createFarcasterChannels.ts'
import { createOwnChannelClient } from './createOwnChannelClient.ts'
import { createRemoteChannelClient } from './createRemoteChannelClient.ts'
import type { FarcasterRegistry } from './FarcasterRegistry.ts'
import { createTestRegistry } from './testing/createTestRegistry.ts'
import { startTestRelay, type TestRelay, testApp } from './testing/startTestRelay.ts'
import { keyOf, now, origin, type SignInFields, uri, writeSignIn } from './testing/writeSignIn.ts'

const pace = { interval: 5, longestInterval: 20, requestTimeout: 1_000 }
const [juno, wren, phone] = [keyOf(1), keyOf(2), keyOf(3)]
const registry = createTestRegistry({
  owners: [
    [juno.address, 7n],
    [wren.address, 8n],
  ],
  authAddresses: [[phone.address, 7n]],
})
const clock = { now: () => now }
const expiresAt = new Date(now + 600_000)

let relay: TestRelay
beforeAll(async () => {
  relay = await startTestRelay({ clock })
})
afterAll(() => relay?.stop())

const createChannels = (client: ChannelClient, on: FarcasterRegistry = registry): FarcasterChannels =>
  createFarcasterChannels({ context: { clock }, walletOrigin: origin, client, registry: on })
const own = () => createOwnChannelClient({ relay: relay.relay })
const remote = (url = relay.url) => createRemoteChannelClient({ context: relay.context, relay: url, pace })

let opened = 0
const open = async (channels: FarcasterChannels) => {
  opened += 1
  const nonce = opened.toString(16).padStart(32, '0')
  return { ...(await channels.open({ nonce, expiresAt })), nonce }
}
type Open = Awaited<ReturnType<typeof open>>

/** Answers like an app, with the given changes. */
const answer = async (
  { channelToken, nonce }: Open,
  {
    signer = juno,
    writer = signer,
    fid = 7n,
    changes = {},
    username = 'juno',
  }: {
    signer?: typeof juno
    writer?: typeof juno
    fid?: bigint
    changes?: Partial<SignInFields>
    username?: string
  } = {},
) => {
  const message = writeSignIn({ signer: writer, fid, changes: { nonce, ...changes } })
  const signature = await signer.signMessage({ message })
  const body = { message, signature, fid: Number(fid), username }
  return relay.call('POST', '/authenticate', { token: channelToken, body })
}

/** Returns the result of a wait: the login method, or the reason of the failure. */
const outcomeOf = (waiting: Promise<ProvenIdentity | undefined>) =>
  waiting.catch((error) => {
    if (!(error instanceof ServiceError)) throw error
    return error.details === undefined ? error.code : `${error.code}: ${error.details}`
  })
const wait = (channels: FarcasterChannels, { channelToken, nonce }: Open, signal = AbortSignal.timeout(5_000)) =>
  outcomeOf(channels.wait({ channelToken, nonce, signal }))

const junosIdentity = { kind: 'farcaster', issuer: 'farcaster', subject: '7', email: null, userName: 'juno' }

describe.each([
  ['our own relay', own],
  ['another relay', remote],
])('%s', (_name, createClient) => {
  const channels = () => createChannels(createClient())

  test('default: the answer arrives during a wait', async () => {
    const channel = await open(channels())
    expect(channel.url).toBe(`${testApp}&channelToken=${channel.channelToken}`)
    const { json } = await relay.call('GET', '/status', { token: channel.channelToken })
    expect(json).toMatchObject({
      acceptAuthAddress: true,
      signatureParams: {
        ...{ siweUri: uri, domain: 'wallet.localhost:7102', nonce: channel.nonce },
        expirationTime: expiresAt.toISOString(),
      },
    })
    const waiting = wait(channels(), channel)
    await answer(channel)
    expect(await waiting).toEqual(junosIdentity)
  })

  test('behavior: an earlier answer is returned, and a second wait returns it again', async () => {
    const channel = await open(channels())
    await answer(channel)
    expect(await wait(channels(), channel)).toEqual(junosIdentity)
    expect(await wait(channels(), channel)).toEqual(junosIdentity)
  })

  test('behavior: two concurrent waiters both get it', async () => {
    const channel = await open(channels())
    const both = [wait(channels(), channel), wait(channels(), channel)]
    await answer(channel)
    expect(await Promise.all(both)).toEqual([junosIdentity, junosIdentity])
  })

  test('behavior: signed with a registered sign-in address', async () => {
    const channel = await open(channels())
    await answer(channel, { signer: phone })
    expect(await wait(channels(), channel)).toEqual(junosIdentity)
  })

  test('behavior: a disconnected caller stops waiting, and the channel stays', async () => {
    const channel = await open(channels())
    const gone = new AbortController()
    const waiting = wait(channels(), channel, gone.signal)
    // By now it has read our own relay, and waits for a notification.
    await new Promise((resolve) => setImmediate(resolve))
    gone.abort()
    expect(await waiting).toBeUndefined()
    expect(await wait(channels(), channel, gone.signal)).toBeUndefined()
    await answer(channel)
    expect(await wait(channels(), channel)).toEqual(junosIdentity)
  })

  describe('error: an invalid answer', () => {
    const wrong: [name: string, reason: string, options: Parameters<typeof answer>[1]][] = [
      ['wrong domain', 'domain', { changes: { domain: 'evil.example' } }],
      ['wrong uri', 'uri', { changes: { uri: 'https://evil.example/' } }],
      ['wrong nonce', 'nonce', { changes: { nonce: 'f'.repeat(32) } }],
      ['wrong chain id', 'chainId', { changes: { chainId: 1 } }],
      ['expired', 'expired', { changes: { issuedAt: new Date(now - 60_000), expirationTime: new Date(now - 1_000) } }],
      ['fid of somebody else', 'notRegistered', { fid: 8n }],
      ['signature of another key', 'signature', { writer: juno, signer: wren }],
      ['key not registered', 'notRegistered', { signer: keyOf(99) }],
      ['key registered for another account', 'notRegistered', { signer: phone, fid: 8n }],
    ]
    test.each(wrong)('%s', async (_case, reason, options) => {
      const channel = await open(channels())
      await answer(channel, options)
      expect(await wait(channels(), channel)).toBe(`social_refused: ${reason}`)
    })

    test('key removed', async () => {
      const channel = await open(channels())
      await answer(channel, { signer: phone })
      const emptied = createChannels(createClient(), createTestRegistry({ owners: [[juno.address, 7n]] }))
      expect(await wait(emptied, channel)).toBe('social_refused: notRegistered')
    })

    test('replayed message in another channel', async () => {
      const [first, second] = [await open(channels()), await open(channels())]
      await answer(first)
      expect(await wait(channels(), first)).toEqual(junosIdentity)
      await answer({ ...second, nonce: first.nonce })
      expect(await wait(channels(), second)).toBe('social_refused: nonce')
    })
  })

  test('error: channel token guessed: there is no such channel', async () => {
    const channel = await open(channels())
    expect((await answer({ ...channel, channelToken: 'A'.repeat(32) })).status).toBe(401)
    expect(await wait(channels(), { ...channel, channelToken: 'A'.repeat(32) })).toBe('social_expired')
    await answer(channel)
    expect(await wait(channels(), channel)).toEqual(junosIdentity)
  })

  test('error: answered twice: the first answer counts', async () => {
    const channel = await open(channels())
    await answer(channel)
    expect((await answer(channel, { signer: wren, fid: 8n, username: 'wren' })).status).toBe(409)
    expect(await wait(channels(), channel)).toEqual(junosIdentity)
  })

  test.each([
    ['juno', 'juno'],
    ['wren.base.eth', 'wren.base.eth'],
    ['<b>Ada</b>', null],
    ['ada\u202e', null],
    ['Support team', null],
    ['', null],
  ])('behavior: a name is only for display, and must be well-formed: %o', async (username, shown) => {
    const channel = await open(channels())
    await answer(channel, { username })
    expect(await wait(channels(), channel)).toEqual({ ...junosIdentity, userName: shown })
  })

  test('error: the chain does not answer', async () => {
    const failing = {
      ...registry,
      fidOf: () => Promise.reject(new ServiceError('social_provider_failed', { details: 'the chain: timeout' })),
    }
    const channel = await open(channels())
    await answer(channel)
    expect(await wait(createChannels(createClient(), failing), channel)).toBe(
      'social_provider_failed: the chain: timeout',
    )
    // The chain failed, so a second wait gets the same answer.
    expect(await wait(channels(), channel)).toEqual(junosIdentity)
  })
})

test('error: declined', async () => {
  const channels = createChannels(own())
  const channel = await open(channels)
  const waiting = wait(channels, channel)
  await relay.call('POST', '/decline', { token: channel.channelToken, body: {} })
  expect(await waiting).toBe('social_denied')
})

test('error: channel expired', async () => {
  let time = now
  const short = await startTestRelay({ clock: { now: () => time } })
  try {
    for (const client of [
      createOwnChannelClient({ relay: short.relay }),
      createRemoteChannelClient({ context: short.context, relay: short.url, pace }),
    ]) {
      const channels = createChannels(client)
      const channel = await open(channels)
      time += 600_000
      expect(await wait(channels, channel)).toBe('social_expired')
    }
  } finally {
    await short.stop()
  }
})

describe('another relay that misbehaves', () => {
  type Behaviour = (request: IncomingMessage, response: ServerResponse) => void
  let server: Server
  let url: string
  let behave: Behaviour = () => {}
  let requests = 0
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests += 1
      behave(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/relay/`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const reply =
    (status: number, body: unknown): Behaviour =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const nonce = 'ab'.repeat(16)
  const channel = (): Open => ({ channelToken: `token-${requests}`, nonce, url: '' })
  const channels = () => createChannels(remote(url))
  const outcomeOfOpening = () =>
    channels()
      .open({ nonce, expiresAt })
      .catch((error) => (error instanceof ServiceError ? error.code : String(error)))
  const signed = async () => {
    const message = writeSignIn({ signer: juno, changes: { nonce } })
    return { state: 'completed', message, signature: await juno.signMessage({ message }) }
  }

  test('error: relay down: nothing is opened', async () => {
    const nowhere = createChannels(remote('http://127.0.0.1:9'))
    expect(await nowhere.open({ nonce, expiresAt }).catch((error) => error.code)).toBe('social_provider_failed')
  })

  test.each([
    ['a failure', reply(500, { error: 'down' })],
    ['no JSON', (_request: IncomingMessage, response: ServerResponse) => response.writeHead(201).end('<html>')],
    ['no token', reply(201, { url: 'https://app.example/', nonce })],
    ['another nonce', reply(201, { channelToken: 'abc', url: 'https://app.example/', nonce: 'other' })],
    ['a link that is a script', reply(201, { channelToken: 'abc', url: 'javascript:alert(1)', nonce })],
    [
      'a way elsewhere',
      (_request: IncomingMessage, response: ServerResponse) =>
        response.writeHead(307, { location: `${relay.url}/v1/channel` }).end(),
    ],
  ])('error: nothing is opened: %s', async (_name, behaviour) => {
    behave = behaviour
    expect(await outcomeOfOpening()).toBe('social_provider_failed')
  })

  test('behavior: its link is used, or replaced by the configured app', async () => {
    behave = reply(201, { channelToken: 'abc', url: 'https://app.example/siwf?channelToken=abc', nonce })
    expect(await outcomeOfOpening()).toMatchObject({ url: 'https://app.example/siwf?channelToken=abc' })
    const client = createRemoteChannelClient({
      ...{ context: relay.context, relay: url, app: 'https://other.example/?a=b', pace },
    })
    const { url: link } = await createChannels(client).open({ nonce, expiresAt })
    expect(link).toBe('https://other.example/?a=b&channelToken=abc')
  })

  test('error: relay down during a wait: four attempts', async () => {
    behave = reply(503, {})
    const before = requests
    expect(await wait(channels(), channel())).toBe('social_provider_failed')
    expect(requests - before).toBe(4)
  })

  test('behavior: relay briefly down', async () => {
    const answers = [reply(503, {}), reply(202, {}), reply(500, {}), reply(502, {}), reply(200, await signed())]
    behave = (request, response) => answers.shift()?.(request, response)
    expect(await wait(channels(), channel())).toEqual({ ...junosIdentity, userName: null })
  })

  test('error: relay slow: each request times out', async () => {
    behave = () => {}
    const hasty = createRemoteChannelClient({
      ...{ context: relay.context, relay: url, pace: { ...pace, requestTimeout: 20 } },
    })
    expect(await wait(createChannels(hasty), channel())).toBe('social_provider_failed')
    expect(
      await createChannels(hasty)
        .open({ nonce, expiresAt })
        .catch((error) => error.code),
    ).toBe('social_provider_failed')
  })

  test('behavior: an answer that arrives after the caller left is not lost', async () => {
    const body = await signed()
    const gone = new AbortController()
    const held = new Promise<ServerResponse>((resolve) => {
      behave = (_request, response) => resolve(response)
    })
    const one = channel()
    const waiting = wait(channels(), one, gone.signal)
    const response = await held
    gone.abort()
    expect(await waiting).toBeUndefined()
    // The relay returns it only once, and has already done so.
    behave = reply(401, { error: 'Unauthorized' })
    response.writeHead(200).end(JSON.stringify(body))
    expect(await wait(channels(), one)).toMatchObject({ subject: '7' })
  })

  test('error: it forgot the channel', async () => {
    behave = reply(401, { error: 'Unauthorized' })
    expect(await wait(channels(), channel())).toBe('social_expired')
  })

  test.each([
    ['no message', { state: 'completed' }],
    ['a signature that is none', { state: 'completed', message: 'a', signature: 'b' }],
    ['more than 64 kB', { state: 'completed', message: 'a', signature: '0x00', bio: 'a'.repeat(70_000) }],
  ])('error: an answer that cannot be read: %s', async (_name, body) => {
    behave = reply(200, body)
    expect(await wait(channels(), channel())).toBe('social_provider_failed')
  })

  test('behavior: the user’s data beside the signature do not matter', async () => {
    behave = reply(200, { ...(await signed()), fid: 99, custody: wren.address, username: 'a'.repeat(200), pfpUrl: 7 })
    expect(await wait(channels(), channel())).toEqual({ ...junosIdentity, userName: null })
  })

  test('behavior: the token is only sent in a header', async () => {
    const seen: { url: string | undefined; authorization: string | undefined }[] = []
    const body = await signed()
    behave = (request, response) => {
      seen.push({ url: request.url, authorization: request.headers.authorization })
      reply(200, body)(request, response)
    }
    const one = channel()
    await wait(channels(), one)
    expect(seen).toEqual([{ url: '/relay/v1/channel/status', authorization: `Bearer ${one.channelToken}` }])
  })
})
