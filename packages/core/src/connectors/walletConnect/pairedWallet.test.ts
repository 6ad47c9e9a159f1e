import { createPairedWallet } from '@latchkey/testkit'
import {
  type AuthenticationRequest,
  type ClientEnvironment,
  type ClientStorage,
  createAppClient,
  createMemoryStorage,
  formatAuthenticationMessage,
  type WebSocketLike,
} from '@latchkey/walletconnect'
import {
  createWalletClient,
  type PendingRequest,
  prepareAuthentication,
  type WalletClient,
} from '@latchkey/walletconnect/wallet'
import { verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CoreContext } from '../../CoreContext.ts'
import type { WalletEntry } from '../../directory/WalletsFeature.ts'
import type { Latchkey } from '../../Latchkey.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import { solanaDevnet } from '../../networks/presets.ts'
import { createLocalSiwx } from '../../siwx/createLocalSiwx.ts'
import { createTestEnvironment, type TestEnvironment, until } from '../../testing/createTestEnvironment.ts'
import { createTestKit } from '../../testing/createTestKit.ts'
import { createTestRelay } from '../../testing/createTestRelay.ts'
import { createTestWallet } from '../../testing/createTestWallet.ts'
import { testListing } from '../../testing/testListing.ts'
import { localOne, localTwo } from '../../testing/testNetworks.ts'
import { createWalletConnectClient } from './createWalletConnectClient.ts'

const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const addresses = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** The kit's client and a real wallet client, connected by a relay in this process. */
function world({ userAgent = '', mobile = false }: { userAgent?: string; mobile?: boolean } = {}) {
  const environment = createTestEnvironment({ mobile })
  const relay = createTestRelay()
  const storage = createMemoryStorage()
  const platform = {
    // Whole milliseconds, as in all environments.
    now: () => Math.floor(environment.now()),
    ...{ setTimeout: environment.setTimeout, openSocket: relay.openSocket },
    clearTimeout: (timer: unknown) => environment.clearTimeout(timer as number),
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    onWake: () => () => {},
  }
  const opened: string[] = []
  const page = {
    navigator: { userAgent, userActivation: { isActive: true } },
    open: (href: string) => opened.push(href),
  }
  Object.assign(environment.page(), page)
  const wallet = createPairedWallet({
    relays: ['wss://api.test/relay'],
    projectId: '0'.repeat(32),
    accounts: [{ privateKey: keys[0] }, { privateKey: keys[1] }],
    chains: [
      { id: 31337, name: 'One', rpcUrl: 'http://127.0.0.1:1' },
      { id: 31338, name: 'Two', rpcUrl: 'http://127.0.0.1:1' },
    ],
    environment: platform,
    policy: 'approve',
  })
  onTestFinished(() => wallet.destroy())
  const refusals: string[] = []
  /** The system discards the page without any event. */
  let kill = () => {}
  const ownSockets = (): Pick<ClientEnvironment, 'openSocket'> => {
    const sockets: WebSocketLike[] = []
    let isDead = false
    kill = () => {
      isDead = true
      for (const socket of sockets) Object.assign(socket, { onmessage: null, onclose: null }).close()
    }
    return {
      openSocket: (url) => {
        if (isDead) throw new TypeError('The page is gone')
        const socket = relay.openSocket(url)
        sockets.push(socket)
        return socket
      },
    }
  }
  const open = ({ config = {}, kept = storage }: { config?: Partial<LatchkeyConfig>; kept?: ClientStorage } = {}) => {
    const whole: LatchkeyConfig = {
      ...{ projectId: '0'.repeat(32), apiUrl: 'https://api.test', networks: [localOne, localTwo] },
      metadata: { name: 'Test', url: 'https://site.test' },
      ...config,
    }
    const context: CoreContext = {
      config: { ...whole, connectors: { walletConnect: true } },
      environment,
      report: () => {},
      load: (chunk) => chunk(),
      onRefusal: ({ code, details = '' }) => refusals.push(`${code}: ${details}`),
    }
    const walletConnect = async () =>
      createWalletConnectClient({
        context,
        createClient: (parameters) =>
          createAppClient({ ...parameters, storage: kept, environment: { ...platform, ...ownSockets() } }),
        formatMessage: formatAuthenticationMessage,
      })
    const latchkey = createTestKit({ environment, config: { ...whole, connectors: { walletConnect } } })
    onTestFinished(() => latchkey.destroy())
    return latchkey
  }
  const shown = async ({ pairing }: Latchkey) => {
    await until(() => pairing.getState().status === 'waiting')
    const state = pairing.getState()
    return state.status === 'waiting' ? state.uri : ''
  }
  const connect = async (latchkey: Latchkey) => {
    const connected = latchkey.pairing.connect()
    await wallet.pair(await shown(latchkey))
    return connected
  }
  return { environment, platform, relay, wallet, open, kill: () => kill(), shown, connect, opened, refusals }
}
const accountOf = ({ connection }: Latchkey) => {
  const state = connection.getState()
  return state.status === 'connected' ? state.account : undefined
}
const sign = async (latchkey: Latchkey, address: string = addresses[0]) =>
  latchkey.connection.getProvider()?.request({ method: 'personal_sign', params: ['0x6869', address] })

test('default: paired, signed, disconnected on both sides', async () => {
  const { open, connect, wallet } = world()
  const latchkey = open()
  const account = await connect(latchkey)
  expect(account).toMatchObject({ address: addresses[0], chainId: 'eip155:31337' })
  const signature = await sign(latchkey)
  expect(await verifyMessage({ address: addresses[0], message: 'hi', signature: signature as `0x${string}` })).toBe(
    true,
  )
  await latchkey.connection.disconnect()
  await until(() => wallet.getState().sessions.length === 0)
})

test('behavior: follows the wallet’s account, network and end', async () => {
  const { open, connect, wallet } = world()
  const latchkey = open()
  await connect(latchkey)
  await wallet.setAccount(1)
  await until(() => accountOf(latchkey)?.address === addresses[1])
  await wallet.switchChain({ chain: 'eip155:31338' })
  await until(() => accountOf(latchkey)?.chainId === 'eip155:31338')
  await wallet.disconnect()
  await until(() => latchkey.connection.getState().status === 'disconnected')
})

test('behavior: the wallet declines to connect, and to sign', async () => {
  const { open, connect, wallet, shown } = world()
  const latchkey = open()
  wallet.setPolicy('reject')
  const refused = expect(latchkey.pairing.connect()).rejects.toMatchObject({ code: 'user_rejected' })
  await wallet.pair(await shown(latchkey))
  await refused
  wallet.setPolicy('approve')
  latchkey.pairing.renew()
  await connect(latchkey)
  wallet.setPolicy('reject')
  await expect(sign(latchkey)).rejects.toMatchObject({ code: 4001 })
})

test('behavior: shown for four minutes, then replaced while the view is visible', async () => {
  const { open, wallet, shown, environment } = world()
  const latchkey = open()
  latchkey.pairing.watch()
  const connected = latchkey.pairing.connect()
  const uri = await shown(latchkey)
  expect(latchkey.pairing.getState()).toMatchObject({ expiresAt: environment.now() + 240_000 })
  await environment.advance(240_000)
  await until(() => {
    const state = latchkey.pairing.getState()
    return state.status === 'waiting' && state.uri !== uri
  })
  await wallet.pair(await shown(latchkey))
  expect(await connected).toMatchObject({ address: addresses[0] })
})

describe('after a reload', () => {
  test('default: restored from storage while the relay is down; requests are sent once it is up', async () => {
    const { open, connect, relay } = world()
    const before = open()
    await connect(before)
    before.destroy()
    relay.set('down')
    const after = open()
    await after.connection.reconnect()
    expect(accountOf(after)).toMatchObject({ address: addresses[0], connector: { id: 'walletConnect' } })
  })

  test('behavior: the kit connects to the relay to receive the wallet’s events', async () => {
    const { open, connect, wallet } = world()
    const before = open()
    await connect(before)
    before.destroy()
    await wallet.setAccount(1)
    const after = open()
    await after.connection.reconnect()
    await until(() => accountOf(after)?.address === addresses[1])
  })

  test('behavior: a session that was requested with fewer networks than the app has now ends in the wallet too', async () => {
    const { open, connect, wallet } = world()
    const before = open({ config: { networks: [localOne] } })
    await connect(before)
    before.destroy()
    const after = open()
    await after.connection.reconnect()
    expect(after.connection.getState().status).toBe('disconnected')
    await until(() => wallet.getState().sessions.length === 0)
  })

  test('behavior: the wallet approved while the phone had discarded the page', async () => {
    const { open, kill, wallet, shown } = world({ userAgent: iphone, mobile: true })
    const before = open()
    before.pairing.watch()
    before.pairing.connect().catch(() => {})
    const uri = await shown(before)
    kill()
    await wallet.pair(uri)
    const after = open()
    await after.connection.reconnect()
    await until(() => accountOf(after)?.address === addresses[0])
    expect(await sign(after)).toMatch(/^0x/)
  })
})

test('behavior: connects to no relay before a pairing or a stored session', async () => {
  const { open, relay } = world()
  const latchkey = open()
  await latchkey.connection.reconnect()
  latchkey.wallets.discover()
  expect(relay.dialled()).toBe(0)
})

describe('relays', () => {
  test('error: down, and up again', async () => {
    const { open, relay, environment, shown, wallet } = world()
    const latchkey = open()
    relay.set('down')
    latchkey.pairing.prepare()
    await until(() => latchkey.pairing.relay.getState() === 'down')
    await environment.advance(15_000)
    await until(() => latchkey.pairing.getState().status === 'failed')
    expect(latchkey.pairing.getState()).toMatchObject({ failure: { code: 'relay_unavailable' } })
    relay.set('up')
    latchkey.pairing.renew()
    const connected = latchkey.pairing.connect()
    // The next attempt starts at the latest after this time.
    await environment.advance(10_000)
    await wallet.pair(await shown(latchkey))
    await connected
    expect(accountOf(latchkey)?.address).toBe(addresses[0])
  })

  test('behavior: a relay that is down does not delay other wallets, in this visit or the next', async () => {
    const { open, connect, relay, environment } = world()
    const before = open()
    await connect(before)
    before.destroy()
    relay.set('down')
    const rdns = 'dev.fern'
    createTestWallet({ page: environment.page(), rdns, chains: { 31337: 'http://127.0.0.1:1' } })
    const latchkey = open()
    latchkey.pairing.watch()
    await latchkey.connection.connect({ connectorId: rdns })
    expect(accountOf(latchkey)?.connector.id).toBe(rdns)
    latchkey.destroy()
    const after = open()
    await after.connection.reconnect()
    expect(after.connection.getState().connections.map(({ account }) => account.connector.id)).toContain(rdns)
  })

  test('error: a relay that does not accept the site', async () => {
    const { open, relay, refusals } = world()
    const latchkey = open()
    relay.set({ refuse: 'Unauthorized: origin not allowed' })
    await expect(latchkey.pairing.connect()).rejects.toMatchObject({ code: 'relay_refused' })
    expect(refusals).toStrictEqual([expect.stringMatching(/^origin_not_allowed: .*Unauthorized: origin not allowed/)])
    expect(latchkey.pairing.relay.getState()).toBe('refused')
  })
})

describe('one click', () => {
  const siwx = (environment: TestEnvironment, required = true) =>
    createLocalSiwx({
      ...{ domain: 'site.test', uri: 'https://site.test', statement: 'Sign in to the test', required },
      ...{ storage: environment.storage, now: environment.now },
    })

  test('default: connected and signed in with one approval, and no view asks for more', async () => {
    const { open, connect, environment, wallet } = world()
    const latchkey = open({ config: { siwx: siwx(environment) } })
    await connect(latchkey)
    await until(() => latchkey.signIn.getState().status === 'signedIn')
    const [session] = await latchkey.signIn.getSessions()
    expect(session?.message).toContain('Sign in to the test I further authorize the stated URI')
    const { message = '', signature } = session ?? {}
    expect(await verifyMessage({ address: addresses[0], message, signature: signature as `0x${string}` })).toBe(true)
    expect(latchkey.modal.getState().history.map(({ name }) => name)).not.toContain('ConnectingSiwe')
    expect(wallet.requests().map(({ method }) => method)).toStrictEqual(['wc_sessionAuthenticate'])
    expect(await sign(latchkey)).toMatch(/^0x/)
  })

  /** A wallet that answers as the test defines. */
  const answering = async (
    latchkey: Latchkey,
    client: WalletClient,
    answer: (pending: Extract<PendingRequest, { kind: 'authentication' }>) => Promise<unknown>,
  ) => {
    const connected = latchkey.pairing.connect()
    await client.pair({ uri: await shownOf(latchkey) })
    await until(() => client.pending().some(({ kind }) => kind === 'authentication'))
    const pending = client.pending().find((each) => each.kind === 'authentication')
    if (pending?.kind !== 'authentication') throw new Error('Nothing asked')
    await answer(pending)
    return connected
  }
  const shownOf = async ({ pairing }: Latchkey) => {
    await until(() => pairing.getState().status === 'waiting')
    const state = pairing.getState()
    return state.status === 'waiting' ? state.uri : ''
  }
  const walletClient = (platform: ClientEnvironment) => {
    const client = createWalletClient({
      relays: [{ url: 'wss://api.test/relay', projectId: '0'.repeat(32) }],
      metadata: { name: 'Raw', description: '', url: 'https://raw.example', icons: [] },
      environment: platform,
    })
    onTestFinished(() => client.destroy())
    return client
  }
  const account = privateKeyToAccount(keys[0])

  test('behavior: a wallet that only connects is asked to sign afterwards', async () => {
    const { open, environment, platform } = world()
    const latchkey = open({ config: { siwx: siwx(environment) } })
    const client = walletClient(platform)
    const connecting = latchkey.pairing.connect()
    // Wallets that do not support the code's methods get the connection first.
    const uri = (await shownOf(latchkey)).replace(/&methods=[^&]*/, '')
    await client.pair({ uri })
    const proposalOf = () => client.pending().find(({ kind }) => kind === 'proposal')
    await until(() => proposalOf() !== undefined)
    const accounts = [`eip155:31337:${account.address}`]
    const namespaces = { eip155: { accounts, chains: ['eip155:31337'], methods: ['personal_sign'], events: [] } }
    await client.approve({ id: proposalOf()?.id ?? 0, namespaces })
    const connected = await connecting
    expect(connected.address).toBe(account.address)
    await until(() => latchkey.signIn.getState().status === 'needed')
    expect(latchkey.signIn.getState().failure).toBeUndefined()
    expect(latchkey.modal.getState().history.at(-1)?.name).toBe('ConnectingSiwe')
  })

  test.each<[string, (request: AuthenticationRequest) => AuthenticationRequest]>([
    ['another sentence', (request) => ({ ...request, statement: 'Give all to Eve' })],
    ['a longer time', (request) => ({ ...request, expirationTime: '2099-01-01T00:00:00.000Z' })],
    ['another beginning', (request) => ({ ...request, issuedAt: '2020-01-01T00:00:00.000Z' })],
    [
      'more than was asked',
      (request) => ({ ...request, resources: ['https://evil.example', ...(request.resources ?? [])] }),
    ],
  ])('error: %s is signed: connected, not signed in, and the error is reported', async (_, change) => {
    const { open, environment, platform } = world()
    const latchkey = open({ config: { siwx: siwx(environment) } })
    const client = walletClient(platform)
    await answering(latchkey, client, async ({ id, request }) => {
      const prepared = prepareAuthentication({ request: change(request), account: `eip155:31337:${account.address}` })
      const signature = await account.signMessage({ message: prepared.message })
      await client.authenticate({ id, authentications: [prepared.toCacao(signature)] })
    })
    await until(() => latchkey.signIn.getState().status === 'needed')
    expect(latchkey.signIn.getState().failure).toMatchObject({
      code: 'siwx_message_invalid',
      message: 'The sign-in message is malformed',
    })
    expect(latchkey.modal.getState().history.at(-1)?.name).toBe('ConnectingSiwe')
    expect(await latchkey.signIn.getSessions()).toStrictEqual([])
  })

  test.each<[string, Partial<LatchkeyConfig>]>([
    ['with basic', { basic: true }],
    ['where the app has networks of another family', { networks: [localOne, solanaDevnet] }],
  ])('behavior: not asked for %s', async (_, config) => {
    const { open, environment, wallet, connect } = world()
    const latchkey = open({ config: { siwx: siwx(environment), ...config } })
    await connect(latchkey)
    expect(wallet.requests().map(({ method }) => method)).toStrictEqual(['wc_sessionPropose'])
  })

  test('behavior: an app that cannot create the message in time does not delay the code', async () => {
    const { open, environment, wallet } = world()
    const latchkey = open({
      config: { siwx: { ...siwx(environment), createOneClick: () => new Promise(() => {}) } },
    })
    const connected = latchkey.pairing.connect()
    await until(() => environment.timers() > 1)
    await environment.advance(5_000)
    await wallet.pair(await shownOf(latchkey))
    await connected
    expect(wallet.requests().map(({ method }) => method)).toStrictEqual(['wc_sessionPropose'])
  })
})

describe('opening the wallet for a request', () => {
  const fern: WalletEntry = {
    ...{ id: 'fern', name: 'Fern', icon: 'data:image/png;base64,', rdns: null, connectors: [], recent: false },
    listing: testListing('fern', { mobile_link: 'fern://', desktop_link: 'fern-desktop://' }),
  }
  const ask = async ({
    isActive = true,
    choice,
    ...device
  }: {
    userAgent: string
    mobile: boolean
    isActive?: boolean
    choice?: 'mobile' | 'desktop' | 'web'
  }) => {
    const { open, wallet, shown, opened, environment } = world(device)
    const latchkey = open()
    const connected = latchkey.pairing.connect({ wallet: fern })
    const uri = await shown(latchkey)
    if (choice) latchkey.pairing.noteOpened({ choice })
    await wallet.pair(uri)
    await connected
    wallet.setPolicy('ask')
    Object.assign(environment.page(), { navigator: { userAgent: device.userAgent, userActivation: { isActive } } })
    const { requests } = latchkey.pairing
    const signing = sign(latchkey)
    await until(() => wallet.getState().approvals.length === 1)
    const [waiting] = requests.getState()
    await wallet.approve()
    await signing
    expect(requests.getState()).toStrictEqual([])
    return { waiting, opened }
  }

  test('default: on a phone, the tap of the request opens the wallet at the request', async () => {
    const { waiting, opened } = await ask({ userAgent: iphone, mobile: true })
    expect(waiting).toMatchObject({ method: 'personal_sign', wallet: { name: 'Fern', icon: fern.icon } })
    expect(opened).toStrictEqual([expect.stringMatching(/^fern:\/\/wc\?requestId=\d{16}&sessionTopic=[0-9a-f]{64}$/)])
    expect(waiting?.link).toStrictEqual({ href: opened[0], target: '_self' })
  })

  test('behavior: without a tap, there is only the link', async () => {
    const { waiting, opened } = await ask({ userAgent: iphone, mobile: true, isActive: false })
    expect(waiting?.link?.href).toContain('fern://wc?requestId=')
    expect(opened).toStrictEqual([])
  })

  test('behavior: on a computer, there is a link only to the wallet that the visitor opened', async () => {
    const scanned = await ask({ userAgent: '', mobile: false })
    expect(scanned.waiting).toMatchObject({ wallet: { name: 'Fern' }, link: undefined })
    const desktop = await ask({ userAgent: '', mobile: false, choice: 'desktop' })
    expect(desktop.waiting?.link?.href).toContain('fern-desktop://wc?requestId=')
    expect([...scanned.opened, ...desktop.opened]).toStrictEqual([])
  })
})
