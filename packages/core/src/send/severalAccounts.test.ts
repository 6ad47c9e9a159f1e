import { announceVirtualWallet, createVirtualWallet, type VirtualWallet } from '@latchkey/testkit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import { connectionRecordKey } from '../storage/createConnectionStorage.ts'
import { pendingRecordKey } from '../storage/pendingRecordKey.ts'
import { createTestEnvironment, type TestEnvironment, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { nativeRow, type SendSetting, sendOnDevnet, untilAsked } from '../testing/sendOnDevnet.ts'
import { signTimeout } from '../transactions/signTimeout.ts'

const { account, rpc, setUp, walletSends } = sendOnDevnet()

/** Adds a second wallet with another account, on the same network. */
function addWallet({ environment, latchkey }: Pick<SendSetting, 'environment' | 'latchkey'>): VirtualWallet {
  const [network] = latchkey.config.networks
  const wallet = createVirtualWallet({
    accounts: [account(2)],
    chains: { 31337: network.rpcUrls.default.http[0] ?? '' },
    rdns: 'dev.second',
  })
  announceVirtualWallet({ wallet, target: environment.page() })
  return wallet
}

async function previewed() {
  const setting = await setUp()
  setting.latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
  await setting.latchkey.send.prepare()
  expect(setting.latchkey.send.getState().status).toBe('preview')
  return setting
}

/** Delays the wallet's answer to one method until the test releases it. */
function hold(wallet: { provider: Eip1193Provider }, held: string): () => void {
  const { request } = wallet.provider
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  wallet.provider.request = async (args) => {
    if (args.method === held) await gate
    return request(args)
  }
  return release
}

const storedHashes = (environment: TestEnvironment): string[] =>
  (
    JSON.parse(environment.storage.getItem(pendingRecordKey) ?? '{"transactions":[]}') as {
      transactions: { hashes: string[] }[]
    }
  ).transactions.flatMap(({ hashes }) => hashes)

describe('confirm', () => {
  test('error: another wallet is chosen while the first reports its network: nothing is sent', async () => {
    const { environment, latchkey, wallet } = await previewed()
    const second = addWallet({ environment, latchkey })
    const release = hold(wallet, 'eth_chainId')
    const confirming = latchkey.send.confirm()
    await latchkey.connection.connect({ connectorId: 'dev.second' })
    release()
    await confirming
    expect(latchkey.send.getState()).toMatchObject({
      status: 'editing',
      issues: [{ field: 'transaction', code: 'account_changed' }],
    })
    expect([...walletSends(wallet), ...walletSends(second)]).toStrictEqual([])
  })

  test('error: a disconnect while the wallet reports its network: nothing is sent', async () => {
    const { latchkey, wallet } = await previewed()
    const release = hold(wallet, 'eth_chainId')
    const confirming = latchkey.send.confirm()
    await until(() => latchkey.send.getState().status === 'signing')
    await latchkey.connection.disconnect()
    release()
    await confirming
    expect(latchkey.send.getState()).toMatchObject({
      status: 'failed',
      error: { code: 'wallet_disconnected', moneyMoved: 'no' },
    })
    expect(walletSends(wallet)).toStrictEqual([])
  })

  test('error: a wallet that throws instead of rejecting blocks nothing', async () => {
    const { latchkey, wallet } = await previewed()
    const { request } = wallet.provider
    const provider: Eip1193Provider = wallet.provider
    provider.request = (args) => {
      if (args.method === 'eth_sendTransaction') throw Object.assign(new Error('User rejected'), { code: 4001 })
      return request(args)
    }
    await latchkey.send.confirm()
    expect(latchkey.send.getState()).toMatchObject({ status: 'preview', issues: [{ code: 'user_rejected' }] })
  })

  test('error: a throwing listener of the app does not turn a submitted transaction into a failure', async () => {
    const { environment, latchkey } = await previewed()
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => reported.mockRestore())
    latchkey.subscribe(() => {
      throw new Error('the app’s own')
    })
    await latchkey.send.confirm()
    const state = latchkey.send.getState()
    if (state.status !== 'pending') throw new Error(state.status)
    expect(latchkey.modal.getState().toast).toMatchObject({ kind: 'success' })
    expect(storedHashes(environment)).toStrictEqual([state.hash])
    expect(reported).toHaveBeenCalledOnce()
  })

  test('behavior: a hash that arrives after the kit was destroyed is kept, and watched by the next kit', async () => {
    const { environment, latchkey, wallet } = await previewed()
    wallet.setPolicy('hang')
    const confirming = latchkey.send.confirm()
    await untilAsked(wallet)
    await environment.advance(signTimeout)
    await confirming
    latchkey.destroy()
    const timers = environment.timers()
    await wallet.approve()
    await until(() => storedHashes(environment).length === 1)
    // A running read may end, but no new one starts.
    expect(environment.timers()).toBeLessThanOrEqual(timers)
  })
})

describe('pending transactions of several accounts', () => {
  test('behavior: those of an account that is not connected stay, and are hidden from other accounts', async () => {
    const first = await previewed()
    await rpc('evm_setAutomine', [false])
    onTestFinished(async () => void (await rpc('evm_setAutomine', [true])))
    await first.latchkey.send.confirm()
    const [hash] = storedHashes(first.environment)
    first.latchkey.destroy()

    const environment = createTestEnvironment({ storage: first.environment.storage, fetch: first.environment.fetch })
    environment.storage.removeItem(connectionRecordKey)
    const latchkey = createTestKit({ environment, config: { networks: first.latchkey.config.networks } })
    addWallet({ environment, latchkey })
    onTestFinished(() => latchkey.destroy())
    await latchkey.connection.connect({ connectorId: 'dev.second' })
    expect(latchkey.send.getState().status).toBe('editing')
    latchkey.send.edit({ token: nativeRow, sendTokenAmount: '0.1', receiverAddress: account(1).address })
    await latchkey.send.prepare()
    await latchkey.send.confirm()
    const state = latchkey.send.getState()
    if (state.status !== 'pending') throw new Error(JSON.stringify(state))
    expect(storedHashes(environment)).toStrictEqual([hash, state.hash])
  })
})
