import { announceVirtualWallet, createVirtualWallet, type VirtualWallet } from '@latchkey/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Latchkey } from '../Latchkey.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { createTestEnvironment, type TestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { adoptTimeout } from './adoptHost.ts'

const rdns = 'io.metamask'
const accounts = [{ privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' }] as const
const chains = { 31337: 'http://127.0.0.1:1' }
const ownBrowser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 MetaMaskMobile'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1'

function phone({
  userAgent = ownBrowser,
  mobile = true,
}: {
  userAgent?: string
  mobile?: boolean
} = {}): TestEnvironment {
  const environment = createTestEnvironment({ mobile })
  Object.assign(environment.page(), { navigator: { userAgent, maxTouchPoints: 5 } })
  return environment
}
async function permittedWallet(environment: TestEnvironment): Promise<VirtualWallet> {
  const wallet = createVirtualWallet({ accounts, chains, rdns })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  announceVirtualWallet({ wallet, target: environment.page() })
  return wallet
}
function kit(environment: TestEnvironment, config: Partial<LatchkeyConfig> = {}): Latchkey {
  const latchkey = createTestKit({ environment, config })
  onTestFinished(() => latchkey.destroy())
  return latchkey
}
const prompts = (wallet: VirtualWallet) =>
  wallet.requests().filter(({ method }) => method === 'eth_requestAccounts').length

describe('in a wallet’s in-app browser', () => {
  test('default', async () => {
    const environment = phone()
    const wallet = await permittedWallet(environment)
    const latchkey = kit(environment)
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState()).toMatchObject({ status: 'connected', account: { connector: { id: rdns } } })
    expect(prompts(wallet)).toBe(1)
  })

  test('error: a wallet that never answers delays nothing else', async () => {
    const environment = phone()
    environment.page().addEventListener('eip6963:requestProvider', () => {
      const detail = { info: { name: 'Silent', rdns }, provider: { request: () => new Promise(() => {}) } }
      environment.page().dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))
    })
    const latchkey = kit(environment)
    const reconnecting = latchkey.connection.reconnect()
    await until(() => environment.timers() > 0)
    await environment.advance(adoptTimeout)
    await reconnecting
    expect(latchkey.connection.getState().status).toBe('disconnected')
    expect(environment.timers()).toBe(0)
  })

  test('behavior: a wallet that the visitor disconnected stays disconnected', async () => {
    const environment = phone()
    const wallet = await permittedWallet(environment)
    const latchkey = kit(environment)
    await latchkey.connection.reconnect()
    await latchkey.connection.disconnect()
    await wallet.provider.request({ method: 'eth_requestAccounts' })
    const again = kit(environment)
    await again.connection.reconnect()
    expect(again.connection.getState().status).toBe('disconnected')
  })

  test('behavior: a wallet that would have to ask is not asked', async () => {
    const environment = phone()
    const wallet = createVirtualWallet({ accounts, chains, rdns, policy: 'hang' })
    announceVirtualWallet({ wallet, target: environment.page() })
    const latchkey = kit(environment)
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState().status).toBe('disconnected')
    expect(prompts(wallet)).toBe(0)
    expect(latchkey.wallets.getState().installed).toMatchObject([{ id: rdns, recent: false }])
  })

  test.each([
    ['on a computer', () => phone({ mobile: false })],
    ['in another browser', () => phone({ userAgent: safari })],
  ])('behavior: not %s', async (_, open) => {
    const environment = open()
    await permittedWallet(environment)
    const latchkey = kit(environment)
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState().status).toBe('disconnected')
  })

  test('behavior: not with several wallets, nor with `basic`', async () => {
    const environment = phone()
    await permittedWallet(environment)
    announceVirtualWallet({
      wallet: createVirtualWallet({ accounts, chains, rdns: 'dev.other' }),
      target: environment.page(),
    })
    const latchkey = kit(environment)
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState().status).toBe('disconnected')
    const single = phone()
    await permittedWallet(single)
    const basic = kit(single, { basic: true })
    await basic.connection.reconnect()
    expect(basic.connection.getState().status).toBe('disconnected')
  })
})

describe('inside a Safe', () => {
  const safeAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  /** A page in a frame, whose parent answers with the Safe Apps protocol, or never. */
  function framed({ isSafe = true, origin = 'https://app.safe.global' } = {}): TestEnvironment {
    const environment = createTestEnvironment()
    const page = environment.page()
    const parent = {
      postMessage: ({ id, method }: { id: string; method: string }) => {
        if (!isSafe || method !== 'getSafeInfo') return
        const data = {
          id,
          success: true,
          version: '9.1.0',
          data: { safeAddress, chainId: 31337, owners: [], threshold: 1 },
        }
        const message = { data, source: parent, origin }
        queueMicrotask(() => page.dispatchEvent(Object.assign(new Event('message'), message)))
      },
    }
    Object.assign(page, { parent })
    return environment
  }

  test('default', async () => {
    const environment = framed()
    const latchkey = kit(environment)
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState()).toMatchObject({
      status: 'connected',
      account: { address: safeAddress, type: 'smartAccount', connector: { id: 'safe' } },
    })
    await latchkey.connection.disconnect()
    const again = kit(environment)
    await again.connection.reconnect()
    expect(again.connection.getState().status).toBe('disconnected')
    again.wallets.discover()
    await expect.poll(() => again.wallets.getState().installed).toMatchObject([{ name: 'Safe' }])
  })

  test('behavior: another Safe host is offered, and connected only by a tap or by the app’s configuration', async () => {
    const origin = 'https://safe.example'
    const environment = framed({ origin })
    const reconnect = async (config?: Partial<LatchkeyConfig>) => {
      const latchkey = kit(environment, config)
      const reconnecting = latchkey.connection.reconnect()
      await until(() => environment.timers() > 0 || latchkey.connection.getState().status === 'connected')
      await environment.advance(5_000)
      await reconnecting
      return latchkey
    }
    const { connection, wallets } = await reconnect()
    expect(connection.getState().status).toBe('disconnected')
    wallets.discover()
    await expect.poll(() => wallets.getState().installed).toMatchObject([{ name: 'Safe' }])
    await connection.connect({ connectorId: 'safe' })
    expect(connection.getState()).toMatchObject({ account: { address: safeAddress, connector: { id: 'safe' } } })

    environment.storage.removeItem(connectionRecordKey)
    const named = await reconnect({ connectors: { safe: { origins: [origin] } } })
    expect(named.connection.getState()).toMatchObject({ account: { connector: { id: 'safe' } } })

    environment.storage.removeItem(connectionRecordKey)
    const other = await reconnect({ connectors: { safe: { origins: ['https://app.safe.global'] } } })
    other.wallets.discover()
    await environment.advance(5_000)
    expect(other.connection.getState().status).toBe('disconnected')
    expect(other.wallets.getState().installed).toStrictEqual([])
  })

  test.each([{ connectors: { safe: false } }, { basic: true }])('behavior: not with %o', async (config) => {
    const latchkey = kit(framed(), config)
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState().status).toBe('disconnected')
  })

  test('behavior: not in any other frame', async () => {
    const environment = framed({ isSafe: false })
    const latchkey = kit(environment)
    const done = latchkey.connection.reconnect()
    await expect.poll(() => environment.timers()).toBeGreaterThan(0)
    await environment.advance(5_000)
    await done
    expect(latchkey.connection.getState().status).toBe('disconnected')
  })
})
