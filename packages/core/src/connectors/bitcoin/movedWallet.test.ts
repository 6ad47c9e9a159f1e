import { describe, expect, test } from 'vitest'
import { bitcoin, bitcoinTestnet } from '../../networks/presets.ts'
import type { BitcoinProvider, Connector, ConnectorEvent } from '../Connector.ts'
import type { AccountWallet } from '../walletStandard/AccountWallet.ts'
import { createAccountConnector } from '../walletStandard/createAccountConnector.ts'
import { createSatsConnectWallet } from './createSatsConnectWallet.ts'
import { createUnisatWallet, type UnisatProvider } from './createUnisatWallet.ts'
import { findBitcoinProviders } from './findBitcoinProviders.ts'

const mine = 'bc1q80pg6mvjmyrnld0r4h6gz7274azxhnhdp352yx'
const other = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const signal = new AbortController().signal

async function connect(wallet: AccountWallet): Promise<{ connector: Connector; provider: BitcoinProvider }> {
  const connector = createAccountConnector({
    info: { id: 'bip122:Coin', namespace: 'bip122', name: 'Coin', icon: null, rdns: null, type: 'injected' },
    wallet,
    chainIds: [bitcoin.caipNetworkId, bitcoinTestnet.caipNetworkId],
  })
  await connector.connect({ silent: false, signal, chainId: bitcoin.caipNetworkId })
  return { connector, provider: connector.getProvider() as BitcoinProvider }
}

/** A wallet with UniSat's interface. Its requests have no account and no network, because it uses its current ones. */
function unisat() {
  const wallet = { address: mine, chain: 'BITCOIN_MAINNET', broken: false, asked: [] as string[], tell: () => {} }
  const ask = (name: string, answer: unknown) => async () => {
    wallet.asked.push(name)
    return answer
  }
  const provider: UnisatProvider = {
    requestAccounts: async () => [wallet.address],
    getAccounts: async () => [wallet.address],
    getChain: async () => {
      if (wallet.broken) throw new Error('no node')
      return { enum: wallet.chain }
    },
    signMessage: ask('signMessage', 'c2ln'),
    signPsbt: ask('signPsbt', '70736274ff'),
    sendBitcoin: ask('sendBitcoin', 'cd'.repeat(32)),
    on: (event, listener) => {
      if (event === 'accountsChanged') wallet.tell = () => listener(undefined)
    },
  }
  return { wallet, provider }
}

const ways: [string, (provider: BitcoinProvider) => Promise<unknown>][] = [
  ['a message', (provider) => provider.signMessage({ address: mine, message: 'x' })],
  ['a PSBT', (provider) => provider.signPsbt({ psbt: 'cHNidP8=', inputs: [{ index: 0, address: mine }] })],
  ['a payment', (provider) => provider.sendTransfer({ address: mine, receiver: other, amount: 1n })],
]

describe('UniSat', () => {
  test.each(ways)('error: %s is not sent while the wallet has another account', async (_name, ask) => {
    const { wallet, provider: own } = unisat()
    const { provider } = await connect(createUnisatWallet({ provider: own }))
    wallet.address = other
    await expect(ask(provider)).rejects.toMatchObject({ code: 'account_changed' })
    expect(wallet.asked).toStrictEqual([])
  })

  test.each(ways)('error: %s is not sent while the wallet is on another network', async (_name, ask) => {
    const { wallet, provider: own } = unisat()
    const { provider } = await connect(createUnisatWallet({ provider: own }))
    wallet.chain = 'BITCOIN_SIGNET'
    await expect(ask(provider)).rejects.toMatchObject({ code: 'chain_changed' })
    expect(wallet.asked).toStrictEqual([])
  })

  test.each(ways)('behavior: %s is sent while the wallet has the expected account', async (_name, ask) => {
    const { wallet, provider: own } = unisat()
    const { provider } = await connect(createUnisatWallet({ provider: own }))
    await ask(provider)
    expect(wallet.asked).toHaveLength(1)
  })

  test('error: a wallet that changed to an unknown account shares none', async () => {
    const { wallet, provider: own } = unisat()
    const { connector } = await connect(createUnisatWallet({ provider: own }))
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    wallet.address = other
    wallet.broken = true
    wallet.tell()
    await expect.poll(() => events).toStrictEqual([{ type: 'accountsChanged', accounts: [] }])
  })
})

test('error: a payment with sats-connect is not sent while the wallet has another account', async () => {
  let address = mine
  const asked: string[] = []
  const { provider } = await connect(
    createSatsConnectWallet({
      name: 'Site',
      provider: {
        request: async (method) => {
          asked.push(method)
          if (method === 'sendTransfer') return { result: { txid: 'cd' } }
          return { result: { addresses: [{ address, purpose: 'payment' }], network: { bitcoin: { name: 'Mainnet' } } } }
        },
      },
    }),
  )
  await expect(provider.sendTransfer({ address: mine, receiver: other, amount: 1n })).resolves.toStrictEqual({
    txid: 'cd',
  })
  address = other
  await expect(provider.sendTransfer({ address: mine, receiver: other, amount: 1n })).rejects.toMatchObject({
    code: 'account_changed',
  })
  expect(asked.filter((method) => method === 'sendTransfer')).toHaveLength(1)
})

test('error: a provider that throws on access hides no other', () => {
  const bad = Object.defineProperty(() => {}, 'wallet', {
    enumerable: true,
    get: () => {
      throw new Error('no')
    },
  })
  const page = Object.assign(new EventTarget(), {
    btc_providers: [{ id: 'bad.wallet', name: 'Bad' }],
    bad,
    unisat: unisat().provider,
  })
  expect(findBitcoinProviders({ page, name: 'Site' }).map(({ name }) => name)).toStrictEqual(['UniSat Wallet'])
})
