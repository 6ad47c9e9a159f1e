import { createPairedWallet } from '@latchkey/testkit'
import {
  type ClientEnvironment,
  type ClientStorage,
  createAppClient,
  createMemoryStorage,
  formatAuthenticationMessage,
  type WebSocketLike,
} from '@latchkey/walletconnect'
import { verifyMessage } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CoreContext } from '../../CoreContext.ts'
import type { Latchkey } from '../../Latchkey.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import { createLocalSiwx } from '../../signIn/createLocalSiwx.ts'
import { createTestEnvironment, type TestEnvironment, until } from '../../testing/createTestEnvironment.ts'
import { createTestKit } from '../../testing/createTestKit.ts'
import { createTestRelay } from '../../testing/createTestRelay.ts'
import { localOne, localTwo } from '../../testing/testNetworks.ts'
import { createWalletConnectClient } from './createWalletConnectClient.ts'

const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const addresses = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] as const
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

/** The kit's own client and a real wallet client, joined by a relay in this process. */
function world({ userAgent = '', mobile = false }: { userAgent?: string; mobile?: boolean } = {}) {
  const environment = createTestEnvironment({ mobile })
  const relay = createTestRelay()
  const storage = createMemoryStorage()
  const platform = {
    ...{ now: environment.now, setTimeout: environment.setTimeout, openSocket: relay.openSocket },
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
  /** The system throws the page away: nothing of it can say so. */
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
      onRefusal: ({ code }) => refusals.push(code),
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
  return { environment, relay, wallet, open, kill: () => kill(), shown, connect, opened, refusals }
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

test('behavior: shown for four minutes, then made anew while somebody looks', async () => {
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
  test('default: back from storage while the relay is down; what is asked goes out once it is up', async () => {
    const { open, connect, relay } = world()
    const before = open()
    await connect(before)
    before.destroy()
    relay.set('down')
    const after = open()
    await after.connection.reconnect()
    expect(accountOf(after)).toMatchObject({ address: addresses[0], connector: { id: 'walletConnect' } })
  })

  test('behavior: the relay is dialled for what the wallet tells meanwhile', async () => {
    const { open, connect, wallet } = world()
    const before = open()
    await connect(before)
    before.destroy()
    await wallet.setAccount(1)
    const after = open()
    await after.connection.reconnect()
    await until(() => accountOf(after)?.address === addresses[1])
  })

  test('behavior: a session that was asked for less than the app has now ends in the wallet too', async () => {
    const { open, connect, wallet } = world()
    const before = open({ config: { networks: [localOne] } })
    await connect(before)
    before.destroy()
    const after = open()
    await after.connection.reconnect()
    expect(after.connection.getState().status).toBe('disconnected')
    await until(() => wallet.getState().sessions.length === 0)
  })

  test('behavior: the wallet agreed while the phone had put the page away', async () => {
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

test('behavior: no relay is dialled before a pairing or a stored session', async () => {
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
    // At the latest by then it is dialled again.
    await environment.advance(10_000)
    await wallet.pair(await shown(latchkey))
    await connected
    expect(accountOf(latchkey)?.address).toBe(addresses[0])
  })

  test('error: one that does not take the site', async () => {
    const { open, relay, refusals } = world()
    const latchkey = open()
    relay.set({ refuse: 'Unauthorized: origin not allowed' })
    await expect(latchkey.pairing.connect()).rejects.toMatchObject({ code: 'relay_refused' })
    expect(refusals).toStrictEqual(['origin_not_allowed'])
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
    expect(latchkey.modal.getState().history.map(({ name }) => name)).not.toContain('SIWXSignMessage')
    expect(wallet.requests().map(({ method }) => method)).toStrictEqual(['wc_sessionAuthenticate'])
    expect(await sign(latchkey)).toMatch(/^0x/)
  })
})
