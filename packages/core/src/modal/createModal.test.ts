import { beforeAll, describe, expect, test } from 'vitest'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { createTestEnvironment, createTestTabs } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { shakeDuration } from './createModal.ts'
import { toastDuration, toastSwapDelay } from './createToasts.ts'

const rdns = 'dev.latchkey.virtual'
const node = 'http://127.0.0.1:1'
const foreign = 99_999
const chains = { 31337: node, 31338: node, [foreign]: node }

beforeAll(() =>
  Promise.all([import('../chains/eip155/checksumAddress.ts'), import('../networks/switchWalletNetwork.ts')]),
)

function setUp(config: Partial<LatchkeyConfig> = {}) {
  const environment = createTestEnvironment()
  const wallet = createTestWallet({ page: environment.page(), chains })
  const latchkey = createTestKit({ environment, config })
  const views = () => latchkey.modal.getState().history.map(({ name }) => name)
  return { environment, wallet, latchkey, views, modal: latchkey.modal }
}

describe('opening', () => {
  test('default', async () => {
    const { latchkey, modal, views } = setUp()
    const opened = modal.open()
    expect(views()).toStrictEqual(['Connect'])
    modal.push('ConnectingExternal', { connectorId: rdns })
    const account = await latchkey.connection.connect({ connectorId: rdns })
    await expect(opened).resolves.toStrictEqual({ type: 'connected', address: account.address })
    expect(modal.getState().open).toBe(false)
    const again = modal.open()
    expect(views()).toStrictEqual(['Account'])
    modal.close()
    await expect(again).resolves.toStrictEqual({ type: 'closed' })
  })

  test('behavior: an explicit view wins', () => {
    const { modal, views } = setUp()
    void modal.open({ view: 'Networks' })
    expect(views()).toStrictEqual(['Networks'])
  })

  test('behavior: back with one view left closes', async () => {
    const { modal, views } = setUp()
    const opened = modal.open()
    modal.push('AllWallets')
    modal.push('AllWallets')
    expect(views()).toStrictEqual(['Connect', 'AllWallets'])
    modal.goBack()
    expect(modal.getState().direction).toBe('back')
    modal.goBack()
    await expect(opened).resolves.toStrictEqual({ type: 'closed' })
  })

  test('behavior: a view under the connect views is what is left after connecting', async () => {
    const { latchkey, modal, views } = setUp()
    void modal.open({ view: 'Receive' })
    expect(views()).toStrictEqual(['Receive', 'Connect'])
    await latchkey.connection.connect({ connectorId: rdns })
    expect(views()).toStrictEqual(['Receive'])
  })

  test('behavior: a refusal leaves the connect view open', async () => {
    const { latchkey, wallet, modal, views } = setUp()
    wallet.setPolicy('reject')
    void modal.open()
    modal.push('ConnectingExternal', { connectorId: rdns })
    await latchkey.connection.connect({ connectorId: rdns }).catch(() => {})
    expect(views()).toStrictEqual(['Connect', 'ConnectingExternal'])
  })

  test('behavior: opened while the last visit comes back, it shows the account', async () => {
    const tabs = createTestTabs()
    const memory = new Map<string, string>()
    const storage = {
      getItem: (key: string) => memory.get(key) ?? null,
      setItem: (key: string, value: string) => void memory.set(key, value),
    }
    const before = tabs.open()
    createTestWallet({ page: before.page(), storage })
    await createTestKit({ environment: before }).connection.connect({ connectorId: rdns })

    const environment = tabs.open()
    const latchkey = createTestKit({ environment })
    const restoring = latchkey.connection.reconnect()
    void latchkey.modal.open()
    expect(latchkey.modal.getState().history).toMatchObject([{ name: 'Connect' }])
    createTestWallet({ page: environment.page(), storage })
    await restoring
    expect(latchkey.modal.getState().history).toMatchObject([{ name: 'Account' }])
  })

  test('behavior: the address lost, it closes', async () => {
    const { latchkey, wallet, modal } = setUp()
    await latchkey.connection.connect({ connectorId: rdns })
    const opened = modal.open()
    wallet.lock()
    await expect(opened).resolves.toStrictEqual({ type: 'closed' })
  })
})

describe('networks', () => {
  test('behavior: a foreign network opens UnsupportedChain, which cannot be left until the network is a listed one', async () => {
    const { environment, latchkey, wallet, modal, views } = setUp()
    await latchkey.connection.connect({ connectorId: rdns })
    wallet.setChain(foreign)
    expect(views()).toStrictEqual(['UnsupportedChain'])

    modal.close()
    expect(modal.getState().shake?.reason).toBe('chooseNetwork')
    modal.goBack()
    expect(modal.getState().open).toBe(true)
    await environment.advance(shakeDuration - 1)
    expect(modal.getState().shake).toBeDefined()
    await environment.advance(1)
    expect(modal.getState().shake).toBeUndefined()

    modal.push('SwitchNetwork', { chainId: 'eip155:31337' })
    await latchkey.networks.switchNetwork({ chainId: 'eip155:31337' })
    expect(modal.getState().open).toBe(false)
  })

  test('behavior: connecting on a foreign network shows UnsupportedChain', async () => {
    const { latchkey, wallet, modal, views } = setUp()
    wallet.setChain(foreign)
    const opened = modal.open()
    const { address } = await latchkey.connection.connect({ connectorId: rdns })
    expect(views()).toStrictEqual(['UnsupportedChain'])
    wallet.setChain(31338)
    await expect(opened).resolves.toStrictEqual({ type: 'connected', address })
  })

  test('behavior: disconnecting leaves UnsupportedChain', async () => {
    const { latchkey, wallet, modal } = setUp()
    await latchkey.connection.connect({ connectorId: rdns })
    wallet.setChain(foreign)
    await latchkey.connection.disconnect()
    expect(modal.getState().open).toBe(false)
  })

  test('behavior: allowed foreign networks open nothing and block nothing', async () => {
    const { latchkey, wallet, modal } = setUp({ allowUnsupportedChain: true })
    await latchkey.connection.connect({ connectorId: rdns })
    wallet.setChain(foreign)
    expect(modal.getState().open).toBe(false)
    void modal.open({ view: 'UnsupportedChain' })
    modal.close()
    expect(modal.getState().open).toBe(false)
  })

  test('behavior: a switch takes SwitchNetwork and Networks away', async () => {
    const { latchkey, modal, views } = setUp()
    await latchkey.connection.connect({ connectorId: rdns })
    void modal.open()
    modal.push('Networks')
    modal.push('SwitchNetwork', { chainId: 'eip155:31338' })
    await latchkey.networks.switchNetwork({ chainId: 'eip155:31338' })
    expect(views()).toStrictEqual(['Account'])
  })
})

describe('toasts', () => {
  test('behavior: a new one closes the open one and shows 150 ms later', async () => {
    const { environment, modal } = setUp()
    modal.toast({ kind: 'loading', message: 'one' })
    expect(modal.getState().toast).toMatchObject({ message: 'one' })
    modal.toast({ kind: 'success', message: 'two' })
    modal.toast({ kind: 'error', message: 'three' })
    expect(modal.getState().toast).toBeUndefined()
    await environment.advance(toastSwapDelay - 1)
    expect(modal.getState().toast).toBeUndefined()
    await environment.advance(1)
    expect(modal.getState().toast).toMatchObject({ kind: 'error', message: 'three' })
    await environment.advance(toastDuration.error)
    expect(modal.getState().toast).toBeUndefined()
    expect(environment.timers()).toBe(0)
  })

  test('behavior: progress stays until it is dismissed', async () => {
    const { environment, modal } = setUp()
    modal.toast({ kind: 'loading', message: 'Authenticating...' })
    await environment.advance(3_600_000)
    expect(modal.getState().toast).toBeDefined()
    modal.dismissToast()
    expect(modal.getState().toast).toBeUndefined()
  })
})
