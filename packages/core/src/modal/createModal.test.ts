import { beforeAll, describe, expect, test } from 'vitest'
import type { ConnectedAccount } from '../connection/connectionState.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { createTestEnvironment, createTestTabs } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestWallet } from '../testing/createTestWallet.ts'
import { createModal, shakeDuration } from './createModal.ts'
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

  test('behavior: an explicit view takes precedence', () => {
    const { modal, views } = setUp()
    void modal.open({ view: 'Networks' })
    expect(views()).toStrictEqual(['Networks'])
  })

  test('behavior: back from the only view closes', async () => {
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

  test('behavior: after a connection, the view under the connect views remains', async () => {
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

  test('behavior: if it is opened during the reconnect, it shows the account', async () => {
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

  test('behavior: it closes when the address is lost', async () => {
    const { latchkey, wallet, modal } = setUp()
    await latchkey.connection.connect({ connectorId: rdns })
    const opened = modal.open()
    wallet.lock()
    await expect(opened).resolves.toStrictEqual({ type: 'closed' })
  })
})

describe('networks', () => {
  test('behavior: an unsupported network opens UnsupportedChain, which stays until the network is a listed one (spec 4.16 and 9.4)', async () => {
    const { environment, latchkey, wallet, modal, views } = setUp()
    await latchkey.connection.connect({ connectorId: rdns })
    wallet.setChain(foreign)
    expect(views()).toStrictEqual(['UnsupportedChain'])

    modal.close()
    expect(modal.getState().shake?.reason).toBe('chooseNetwork')
    modal.goBack()
    expect(modal.getState().open).toBe(true)
    expect(shakeDuration).toBe(500)
    await environment.advance(shakeDuration - 1)
    expect(modal.getState().shake).toBeDefined()
    await environment.advance(1)
    expect(modal.getState().shake).toBeUndefined()

    modal.push('SwitchNetwork', { chainId: 'eip155:31337' })
    await latchkey.networks.switchNetwork({ chainId: 'eip155:31337' })
    expect(modal.getState().open).toBe(false)
  })

  test('behavior: a connection on an unsupported network shows UnsupportedChain', async () => {
    const { latchkey, wallet, modal, views } = setUp()
    wallet.setChain(foreign)
    const opened = modal.open()
    const { address } = await latchkey.connection.connect({ connectorId: rdns })
    expect(views()).toStrictEqual(['UnsupportedChain'])
    wallet.setChain(31338)
    await expect(opened).resolves.toStrictEqual({ type: 'connected', address })
  })

  test('behavior: a disconnect removes UnsupportedChain', async () => {
    const { latchkey, wallet, modal } = setUp()
    await latchkey.connection.connect({ connectorId: rdns })
    wallet.setChain(foreign)
    await latchkey.connection.disconnect()
    expect(modal.getState().open).toBe(false)
  })

  test('behavior: unsupported networks that are allowed open and block nothing', async () => {
    const { latchkey, wallet, modal } = setUp({ allowUnsupportedChain: true })
    await latchkey.connection.connect({ connectorId: rdns })
    wallet.setChain(foreign)
    expect(modal.getState().open).toBe(false)
    void modal.open({ view: 'UnsupportedChain' })
    modal.close()
    expect(modal.getState().open).toBe(false)
  })

  test('behavior: a switch removes SwitchNetwork and Networks', async () => {
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
  test('behavior: a new one closes the open one and shows 150 ms later (spec 4.19 and 9.3)', async () => {
    const { environment, modal } = setUp()
    modal.toast({ kind: 'loading', message: 'one' })
    expect(modal.getState().toast).toMatchObject({ message: 'one' })
    expect(toastSwapDelay).toBe(150)
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

describe('several connections', () => {
  const other = 'dev.latchkey.other'
  const setUpTwo = async (config: Partial<LatchkeyConfig> = {}) => {
    const set = setUp(config)
    const second = createTestWallet({
      page: set.environment.page(),
      rdns: other,
      name: 'Other',
      accounts: [{ privateKey: `0x${'22'.repeat(32)}` }],
      chains,
    })
    await set.latchkey.connection.connect({ connectorId: rdns })
    return { ...set, second }
  }

  test('behavior: connecting another one from Wallets returns there', async () => {
    const { latchkey, modal, views } = await setUpTwo()
    void modal.open()
    modal.push('Wallets')
    modal.push('Connect')
    modal.push('ConnectingExternal', { connectorId: other })
    await latchkey.connection.connect({ connectorId: other })
    expect(views()).toStrictEqual(['Account', 'Wallets'])
  })

  test('behavior: selecting another one moves nothing', async () => {
    const { latchkey, modal, views } = await setUpTwo()
    await latchkey.connection.connect({ connectorId: other })
    void modal.open()
    modal.push('Receive')
    latchkey.connection.select({ connectorId: rdns })
    expect(views()).toStrictEqual(['Account', 'Receive'])
  })

  test('behavior: if the selected one is lost and another remains, views about it lead to Account', async () => {
    const { latchkey, second, modal, views } = await setUpTwo()
    await latchkey.connection.connect({ connectorId: other })
    void modal.open()
    modal.push('WalletSend')
    expect(modal.getState().toast).toBeUndefined()
    second.lock()
    const { account } = latchkey.connection.getState() as { account: ConnectedAccount }
    expect(account.connector.id).toBe(rdns)
    expect(views()).toStrictEqual(['Account'])
    const { name } = account.connector
    // The visitor learns which wallet signs next.
    expect(modal.getState().toast).toMatchObject({ kind: 'success', text: 'tookOver', wallet: name })
    expect(modal.getState().toast?.message).toBe(`Disconnected. Now using ${name}.`)
  })

  test('behavior: the same wallet is named too if it stays connected in another family', async () => {
    const { latchkey, environment, modal } = await setUpTwo()
    createTestWallet({ page: environment.page(), rdns: 'dev.latchkey.twin', name: 'Other', chains })
    await latchkey.connection.connect({ connectorId: 'dev.latchkey.twin' })
    await latchkey.connection.connect({ connectorId: other })
    await latchkey.connection.disconnect({ connectorId: rdns })
    modal.dismissToast()
    await latchkey.connection.disconnect({ connectorId: other })
    expect(modal.getState().toast).toMatchObject({
      text: 'tookOver',
      message: 'Disconnected. Now using Other.',
      wallet: 'Other',
    })
  })

  test('behavior: disconnecting one in Wallets stays there; the last one closes', async () => {
    const { latchkey, modal, views } = await setUpTwo()
    await latchkey.connection.connect({ connectorId: other })
    const opened = modal.open()
    modal.push('Wallets')
    await latchkey.connection.disconnect({ connectorId: other })
    expect(views()).toStrictEqual(['Account', 'Wallets'])
    expect(modal.getState().toast).toMatchObject({ text: 'tookOver' })
    modal.dismissToast()
    await latchkey.connection.disconnect({ connectorId: rdns })
    expect(modal.getState().toast).toBeUndefined()
    await expect(opened).resolves.toStrictEqual({ type: 'closed' })
  })

  test('behavior: losing one that is not selected moves nothing', async () => {
    const { latchkey, wallet, modal, views } = await setUpTwo()
    await latchkey.connection.connect({ connectorId: other })
    void modal.open()
    modal.push('WalletSend')
    wallet.lock()
    expect(views()).toStrictEqual(['Account', 'WalletSend'])
    expect(modal.getState().toast).toBeUndefined()
  })

  test('behavior: if it is lost during a request to another wallet, the waiting view stays', async () => {
    const { latchkey, wallet, second, modal, views } = await setUpTwo()
    second.setPolicy('ask')
    const opened = modal.open()
    modal.push('Wallets')
    modal.push('Connect')
    modal.push('ConnectingExternal', { connectorId: other })
    const connecting = latchkey.connection.connect({ connectorId: other })
    await second.waitForRequest({ method: 'eth_requestAccounts' })
    wallet.lock()
    expect(views().at(-1)).toBe('ConnectingExternal')
    await second.approve()
    const { address } = await connecting
    modal.close()
    await expect(opened).resolves.toStrictEqual({ type: 'connected', address })
  })

  test('behavior: another wallet on a listed network removes UnsupportedChain', async () => {
    const { latchkey, wallet, modal, views } = await setUpTwo()
    wallet.setChain(foreign)
    modal.push('Connect')
    modal.close()
    expect(modal.getState().shake).toStrictEqual({ reason: 'chooseNetwork' })
    expect(views()).toStrictEqual(['UnsupportedChain', 'Connect'])
    await latchkey.connection.connect({ connectorId: other })
    expect(modal.getState().open).toBe(false)
  })

  test('behavior: a wallet that connects for a network continues to that network', async () => {
    const { latchkey, second, modal, views } = await setUpTwo()
    second.setChain(31338)
    void modal.open()
    modal.push('Networks')
    modal.push('SwitchNetwork', { chainId: 'eip155:31338' })
    modal.push('Connect', { namespace: 'eip155' })
    await latchkey.connection.connect({ connectorId: other })
    expect(views()).toStrictEqual(['Account'])
  })
})

describe('views that must stay or must not show', () => {
  test('behavior: a requested view waits below UnsupportedChain', async () => {
    const { latchkey, wallet, modal, views } = setUp()
    await latchkey.connection.connect({ connectorId: rdns })
    wallet.setChain(foreign)
    const opened = modal.open({ view: 'Receive' })
    modal.reset('Account')
    modal.replace('Account')
    expect(views()).toStrictEqual(['Account', 'UnsupportedChain'])
    modal.goBack()
    expect(modal.getState().shake).toStrictEqual({ reason: 'chooseNetwork' })
    wallet.setChain(31337)
    expect(views()).toStrictEqual(['Account'])
    modal.close()
    await expect(opened).resolves.toStrictEqual({ type: 'closed' })
  })

  test('error: network views if the app disables network switches', async () => {
    const { latchkey, wallet, modal, views } = setUp({ enableNetworkSwitch: false })
    await latchkey.connection.connect({ connectorId: rdns })
    const refusal = { code: 'network_switch_off' }
    await expect(modal.open({ view: 'Networks' })).rejects.toMatchObject(refusal)
    await expect(modal.open({ view: 'SwitchNetwork', data: { chainId: 'eip155:31338' } })).rejects.toMatchObject(
      refusal,
    )
    expect(views()).toStrictEqual([])
    void modal.open()
    modal.push('Networks')
    modal.replace('Networks')
    modal.reset('Networks')
    expect(views()).toStrictEqual(['Account'])
    modal.close()
    // The visitor cannot change the network, so no view asks for it.
    wallet.setChain(foreign)
    expect(modal.getState().open).toBe(false)
  })

  test('behavior: without adapters, an unsupported network blocks nothing', async () => {
    const { environment, latchkey, wallet } = setUp()
    const { connection, networks } = latchkey
    // Such an app connects only by WalletConnect, but the modal treats the networks of all wallets alike.
    const modal = createModal({
      config: { ...latchkey.config, basic: true },
      environment,
      connection,
      // As in a configuration without adapters (networks.test.ts).
      networks: { ...networks, leavesUnsupported: false },
      approval: { isOpen: () => false, cancel: () => true },
      signIn: { isAsked: () => false, isMissing: () => false },
    })
    await connection.connect({ connectorId: rdns })
    wallet.setChain(foreign)
    expect(modal.getState().open).toBe(false)
    void modal.open()
    expect(modal.getState().history).toMatchObject([{ name: 'Account' }])
  })

  test.each([
    [false, 'ConnectingWalletConnectBasic'],
    [true, 'AllWallets'],
  ] as const)('behavior: without adapters, on a phone: %s', (mobile, first) => {
    const { modal } = createTestKit({ environment: createTestEnvironment({ mobile }), config: { basic: true } })
    void modal.open()
    expect(modal.getState().history).toMatchObject([{ name: first }])
  })

  test.each([
    ['on a computer', {}, false, 'ConnectingWalletConnectBasic'],
    ['on a phone', {}, true, 'AllWallets'],
    ['unless the app wants Connect', { basic: false }, false, 'Connect'],
    ['not with an embedded wallet', { wallet: { url: 'https://wallet.test' } }, false, 'Connect'],
    ['not with a Safe', { connectors: { injected: false, safe: true, walletConnect: true } }, false, 'Connect'],
  ] as const)('behavior: a configuration without adapters is detected, %s (spec 2.15)', (_, config, mobile, first) => {
    const connectors = { injected: false, safe: false, walletConnect: true }
    const environment = createTestEnvironment({ mobile })
    const { modal } = createTestKit({ environment, config: { connectors, ...config } })
    void modal.open()
    expect(modal.getState().history).toMatchObject([{ name: first }])
  })
})

describe('moving', () => {
  test('behavior: push, replace, reset and back', async () => {
    const { latchkey, modal, views } = setUp()
    await latchkey.connection.connect({ connectorId: rdns })
    modal.push('Receive')
    modal.reset('Receive')
    expect(views()).toStrictEqual([])
    void modal.open()
    modal.push('WalletSend')
    modal.push('WalletSendPreview')
    modal.replace('WalletSendConfirmed')
    expect(views()).toStrictEqual(['Account', 'WalletSend', 'WalletSendConfirmed'])
    modal.goBack()
    expect(views()).toStrictEqual(['Account', 'WalletSend'])
    modal.reset('Account')
    expect(views()).toStrictEqual(['Account'])
  })

  test('behavior: back never leads to a view that needs a missing account', async () => {
    const { modal, views } = setUp()
    const opened = modal.open({ view: 'WalletSend' })
    expect(views()).toStrictEqual(['WalletSend', 'Connect'])
    modal.push('AllWallets')
    modal.goBack()
    expect(views()).toStrictEqual(['WalletSend', 'Connect'])
    modal.goBack()
    await expect(opened).resolves.toStrictEqual({ type: 'closed' })
  })

  test('behavior: the first alert stays until it is dismissed, open or not', () => {
    const { modal } = setUp()
    modal.alert({
      code: 'origin_not_allowed',
      message: 'Invalid App Configuration',
      details: 'https://site.test is not listed',
    })
    modal.alert({ code: 'project_unknown', message: 'Invalid Project ID' })
    expect(modal.getState().alert).toStrictEqual({
      code: 'origin_not_allowed',
      message: 'Invalid App Configuration',
      details: 'https://site.test is not listed',
    })
    void modal.open()
    modal.close()
    expect(modal.getState().alert).toBeDefined()
    modal.dismissAlert()
    expect(modal.getState().alert).toBeUndefined()
  })
})
