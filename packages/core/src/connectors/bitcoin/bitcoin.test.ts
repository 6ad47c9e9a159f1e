import { createPsbt, createVirtualBitcoinWallet, decodePsbt, type VirtualBitcoinWallet } from '@latchkey/testkit'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bitcoin, bitcoinTestnet } from '../../networks/presets.ts'
import type { BitcoinProvider, Connector, ConnectorEvent } from '../Connector.ts'
import type { AccountWallet } from '../walletStandard/AccountWallet.ts'
import { createAccountConnector } from '../walletStandard/createAccountConnector.ts'
import { readBitcoinNetwork, toSatsNetwork } from './bitcoinNetworks.ts'
import { createPhantomWallet } from './createPhantomWallet.ts'
import { createSatsConnectWallet, type SatsProvider } from './createSatsConnectWallet.ts'
import { createUnisatWallet } from './createUnisatWallet.ts'
import { fromBase64, hexToBase64, toBase64 } from './encoding.ts'
import { arrangeBitcoinAccounts, isBitcoinAddress, readBitcoinAccount } from './readBitcoinAccount.ts'

const accounts = [{ privateKey: `0x${'33'.repeat(32)}` }, { privateKey: `0x${'44'.repeat(32)}` }] as const
const signal = new AbortController().signal
const mainnet = bitcoin.caipNetworkId
const testnet = bitcoinTestnet.caipNetworkId

function connectorOf(wallet: AccountWallet): Connector {
  return createAccountConnector({
    info: { id: 'bip122:Coin', namespace: 'bip122', name: 'Coin', icon: null, rdns: null, type: 'injected' },
    wallet,
    chainIds: [mainnet, testnet],
  })
}
const providerOf = (connector: Connector) => connector.getProvider() as BitcoinProvider
const virtual = (): VirtualBitcoinWallet =>
  createVirtualBitcoinWallet({ accounts, chains: ['bitcoin:mainnet', 'bitcoin:testnet'] })
/** A PSBT that spends one output of the first account's payment address. */
function psbtOf(wallet: VirtualBitcoinWallet): string {
  const [payment] = wallet.standard.accounts
  const script = hexToBytes('00143bc28d6d92d9073fb5e3adf481795eaf446bceed')
  if (!payment) throw new Error('Not permitted')
  const input = { txid: new Uint8Array(32).fill(1), vout: 0, script: new Uint8Array(), sequence: 0xfffffffd }
  const transaction = { version: 2, inputs: [input], outputs: [{ amount: 900n, script }], locktime: 0 }
  return toBase64(createPsbt({ transaction, prevouts: [{ amount: 1_000n, script }] }))
}
/** A provider with a table of answers, which records its requests. */
function answering(answers: Record<string, unknown>, extra: object = {}) {
  const asked: [string, unknown][] = []
  const provider: SatsProvider = {
    request: async (method, params) => {
      asked.push([method, params])
      if (method in answers) return answers[method]
      return { status: 'error', error: { code: -32601, message: `${method} is not supported` } }
    },
    ...extra,
  }
  return { provider, asked, connector: connectorOf(createSatsConnectWallet({ provider, name: 'Site' })) }
}
const address = 'bc1q80pg6mvjmyrnld0r4h6gz7274azxhnhdp352yx'
const testAddress = 'tb1q80pg6mvjmyrnld0r4h6gz7274azxhnhdth0el4'

describe('sats-connect', () => {
  test('default (spec 3.20)', async () => {
    const wallet = virtual()
    const connector = connectorOf(createSatsConnectWallet({ provider: wallet.sats, name: 'Site' }))
    const session = await connector.connect({ silent: false, signal, chainId: mainnet })
    expect(session).toMatchObject({
      chainId: mainnet,
      accounts: [
        {
          ...{ namespace: 'bip122', address: wallet.addresses[0]?.payment, type: 'payment' },
          publicKey: expect.stringMatching(/^0[23]/),
        },
        { namespace: 'bip122', address: wallet.addresses[0]?.ordinals, type: 'ordinal' },
      ],
    })
    expect(wallet.requests()[0]?.params[0]).toStrictEqual({
      addresses: ['payment', 'ordinals'],
      message: 'Site',
      network: 'Mainnet',
    })
    const provider = providerOf(connector)
    const payment = wallet.addresses[0]?.payment ?? ''
    const signed = await provider.signMessage({ address: payment, message: 'Hello', protocol: 'ecdsa' })
    expect(fromBase64(signed.signature)).toHaveLength(65)
    const inputs = [{ index: 0, address: payment }]
    const { psbt, txid } = await provider.signPsbt({ psbt: psbtOf(wallet), inputs })
    expect([decodePsbt(fromBase64(psbt)).inputs[0]?.size, txid]).toStrictEqual([2, undefined])
    const sent = await provider.signPsbt({ psbt: psbtOf(wallet), inputs, broadcast: true })
    expect(sent.txid).toMatch(/^[0-9a-f]{64}$/)
    await expect(provider.sendTransfer({ address: payment, receiver: address, amount: 1n })).rejects.toMatchObject({
      code: 'wallet_lacks_method',
    })
    wallet.setPolicy('reject')
    await expect(provider.signMessage({ address: payment, message: 'Hello' })).rejects.toMatchObject({
      code: 'user_rejected',
    })
    wallet.revoke()
    await expect(provider.signMessage({ address: payment, message: 'Hello' })).rejects.toMatchObject({
      code: 'wallet_disconnected',
    })
  })

  test('behavior: follows and switches the wallet’s own network', async () => {
    const wallet = virtual()
    const connector = connectorOf(createSatsConnectWallet({ provider: wallet.sats, name: 'Site' }))
    await connector.connect({ silent: false, signal })
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    await connector.switchNetwork?.({ network: bitcoinTestnet })
    expect(events[0]).toStrictEqual({ type: 'chainChanged', chainId: testnet })
    wallet.setChain('bitcoin:mainnet')
    await expect.poll(() => events.at(-1)).toMatchObject({ accounts: [{ address }, {}] })
    await expect(
      connector.switchNetwork?.({ network: { ...bitcoin, caipNetworkId: 'bip122:0' } }),
    ).rejects.toMatchObject({ code: 'chain_not_on_connector' })
  })

  test('behavior: a network that the app does not have is reported, not hidden', async () => {
    const { connector } = answering({
      wallet_connect: {
        status: 'success',
        result: { addresses: [{ address: testAddress }], network: { bitcoin: { name: 'Signet' } } },
      },
    })
    await expect(connector.connect({ silent: false, signal })).resolves.toMatchObject({
      chainId: 'bip122:00000008819873e925422c1ff0f99f7c',
    })
  })

  test.each([
    ['getAccounts', { status: 'success', result: [{ address, purpose: 'payment', publicKey: '02'.repeat(33) }] }],
    [
      'getAddresses',
      {
        jsonrpc: '2.0',
        id: '1',
        result: {
          addresses: [
            { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
            { symbol: 'BTC', type: 'p2wpkh', address },
          ],
        },
      },
    ],
  ])('behavior: an older wallet is asked with %s', async (method, answer) => {
    const { connector, asked } = answering({ [method]: answer })
    const session = await connector.connect({ silent: false, signal })
    expect(session?.chainId).toBe(mainnet)
    expect(session?.accounts[0]).toMatchObject({ address, type: 'payment' })
    expect(asked.map(([name]) => name)).toContain(method)
    // Requests that may prompt are never sent silently.
    asked.length = 0
    await expect(connector.connect({ silent: true, signal })).resolves.toBeUndefined()
    expect(asked.map(([name]) => name)).toStrictEqual(['wallet_getAccount'])
  })

  test('behavior: a test address does not determine the test network; the request does', async () => {
    const answers = { getAddresses: { result: { addresses: [{ address: testAddress }] } } }
    await expect(answering(answers).connector.connect({ silent: false, signal })).rejects.toMatchObject({
      code: 'chain_not_on_connector',
    })
    await expect(
      answering(answers).connector.connect({ silent: false, signal, chainId: mainnet }),
    ).rejects.toMatchObject({ code: 'chain_not_on_connector' })
    await expect(
      answering(answers).connector.connect({ silent: false, signal, chainId: testnet }),
    ).resolves.toMatchObject({ chainId: testnet })
  })

  test('behavior: Leather gets requests in its own format', async () => {
    const { connector, asked } = answering(
      {
        getAddresses: { result: { addresses: [{ symbol: 'BTC', address }] } },
        signMessage: { result: { signature: 'c2ln' } },
        signPsbt: { result: { hex: '70736274ff', txid: 'ab' } },
        sendTransfer: { result: { txid: 'cd' } },
      },
      { isLeather: true },
    )
    await connector.connect({ silent: false, signal })
    const provider = providerOf(connector)
    expect(await provider.signMessage({ address, message: 'x' })).toStrictEqual({ signature: 'c2ln' })
    const inputs = [{ index: 2, address }]
    expect(await provider.signPsbt({ psbt: 'cHNidP8=', inputs, broadcast: true })).toStrictEqual({
      psbt: 'cHNidP8=',
      txid: 'ab',
    })
    expect(await provider.sendTransfer({ address, receiver: address, amount: 5n })).toStrictEqual({ txid: 'cd' })
    const params = Object.fromEntries(asked)
    expect(params.signMessage).toStrictEqual({ message: 'x', paymentType: 'p2wpkh' })
    expect(params.signPsbt).toStrictEqual({ hex: '70736274ff', signAtIndex: [2], broadcast: true })
    expect(params.sendTransfer).toStrictEqual({ recipients: [{ address, amount: '5' }] })
  })

  test.each([
    [{ status: 'error', error: { code: -32000, message: 'no' } }, 'user_rejected'],
    [{ error: { code: 4001, message: 'User rejected request' } }, 'user_rejected'],
    [{ status: 'error', error: { code: -32002, message: 'Access denied' } }, 'wallet_disconnected'],
    [{ status: 'error' }, 'wallet_failed'],
    [{ status: 'success', result: { addresses: 'none' } }, 'wallet_failed'],
    [null, 'wallet_failed'],
    ['x', 'wallet_failed'],
  ])('error: the answer %o', async (answer, code) => {
    const { connector } = answering({ wallet_connect: answer })
    await expect(connector.connect({ silent: false, signal })).rejects.toMatchObject({ code })
  })

  test('behavior: supports both ways to add listeners', async () => {
    const heard: unknown[] = []
    const addListener = (listener: { eventName: string; cb: () => void }) => {
      heard.push(listener.eventName)
      return () => void heard.push(`no ${listener.eventName}`)
    }
    const { connector } = answering({ wallet_connect: { result: { addresses: [{ address }] } } }, { addListener })
    await connector.connect({ silent: false, signal })
    connector.subscribe(() => {})()
    expect(heard).toContain('networkChange')
    expect(heard).toContain('no networkChange')
  })
})

describe('UniSat', () => {
  test('default', async () => {
    const wallet = virtual()
    const connector = connectorOf(createUnisatWallet({ provider: wallet.unisat }))
    await expect(connector.connect({ silent: true, signal })).resolves.toBeUndefined()
    await expect(connector.connect({ silent: false, signal })).resolves.toMatchObject({
      chainId: mainnet,
      accounts: [{ address, type: 'payment' }],
    })
    const provider = providerOf(connector)
    expect(
      fromBase64((await provider.signMessage({ address, message: 'x', protocol: 'ecdsa' })).signature),
    ).toHaveLength(65)
    const { psbt, txid } = await provider.signPsbt({
      psbt: psbtOf(wallet),
      inputs: [{ index: 0, address }],
      broadcast: true,
    })
    expect(decodePsbt(fromBase64(psbt)).inputs[0]?.size).toBe(2)
    expect(txid).toMatch(/^[0-9a-f]{64}$/)
    // It has no node of this network here, and therefore no coins.
    await expect(provider.sendTransfer({ address, receiver: address, amount: 1n })).rejects.toMatchObject({
      code: 'wallet_failed',
    })
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    await connector.switchNetwork?.({ network: bitcoinTestnet })
    expect(events).toMatchObject([{ chainId: testnet }, { accounts: [{ address: testAddress }] }])
    wallet.setPolicy('reject')
    await expect(provider.signMessage({ address: testAddress, message: 'x' })).rejects.toMatchObject({
      code: 'user_rejected',
    })
  })

  test('behavior: distinguishes networks that have the same name in `getNetwork`', async () => {
    const { unisat } = virtual()
    const on = (chain: string) =>
      connectorOf(createUnisatWallet({ provider: { ...unisat, getChain: async () => ({ enum: chain }) } }))
    await expect(on('BITCOIN_MAINNET').connect({ silent: false, signal })).resolves.toMatchObject({ chainId: mainnet })
    await expect(on('FRACTAL_BITCOIN_MAINNET').connect({ silent: false, signal })).rejects.toMatchObject({
      code: 'chain_not_on_connector',
    })
  })
})

test('behavior: Phantom gets requests in its own format, with bytes', async () => {
  const psbt = hexToBytes('70736274ff01')
  const asked: unknown[] = []
  const provider = {
    requestAccounts: async () => [{ address, purpose: 'payment', publicKey: '02'.repeat(33) }, { address: 'x' }],
    signMessage: async (message: Uint8Array, from: string) => {
      asked.push(bytesToHex(message), from)
      return { signature: new Uint8Array([1, 2]) }
    },
    signPSBT: async (bytes: Uint8Array, options: object) => {
      asked.push(options)
      return bytes
    },
  }
  const connector = connectorOf(createPhantomWallet({ provider }))
  await expect(connector.connect({ silent: true, signal })).resolves.toBeUndefined()
  await expect(connector.connect({ silent: false, signal })).resolves.toMatchObject({
    chainId: mainnet,
    accounts: [{ address }],
  })
  expect(await providerOf(connector).signMessage({ address, message: 'A' })).toStrictEqual({ signature: 'AQI=' })
  const inputs = [{ index: 0, address }]
  expect(await providerOf(connector).signPsbt({ psbt: toBase64(psbt), inputs })).toStrictEqual({ psbt: toBase64(psbt) })
  expect(asked).toStrictEqual(['41', address, { inputsToSign: [{ address, signingIndexes: [0] }] }])
  await expect(providerOf(connector).signPsbt({ psbt: toBase64(psbt), inputs, broadcast: true })).rejects.toMatchObject(
    {
      code: 'wallet_lacks_method',
    },
  )
})

describe('readers', () => {
  test.each([
    'bc1q80pg6mvjmyrnld0r4h6gz7274azxhnhdp352yx',
    'BC1Q80PG6MVJMYRNLD0R4H6GZ7274AZXHNHDP352YX',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  ])('default %s', (text) => expect(isBitcoinAddress(text)).toBe(true))

  test('error: anything else is not an address, and nothing is thrown', () => {
    for (const text of [
      '',
      'bc1',
      'bc1qio',
      '0x1',
      'ltc1q80pg6mvjmyrnld0r4h6gz7274azxhnhdp352yx',
      `bc1q${'q'.repeat(100)}`,
      null,
      1,
    ])
      expect(isBitcoinAddress(text)).toBe(false)
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (first, publicKey, purpose) => {
        const account = readBitcoinAccount({ address: first, publicKey, purpose })
        expect(account === undefined || typeof account.address === 'string').toBe(true)
      }),
    )
  })

  test('behavior: the payment account is first; a taproot account alone pays; Stacks alone is no Bitcoin account', () => {
    const entry = (text: string) => {
      const account = readBitcoinAccount({ address: text })
      if (!account) throw new Error(text)
      return { account, chainIds: [] }
    }
    const taproot = entry('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')
    const stacks = entry('SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7')
    const types = (...entries: (typeof taproot)[]) => arrangeBitcoinAccounts(entries).map(({ account }) => account.type)
    expect(types(stacks, taproot, entry(address))).toStrictEqual(['payment', 'ordinal', 'stx'])
    expect(types(taproot)).toStrictEqual(['payment'])
    expect(types(stacks)).toStrictEqual([])
  })

  test('behavior: networks by all their names', () => {
    for (const name of ['Mainnet', 'livenet', 'BITCOIN_MAINNET', 'bitcoin:mainnet'])
      expect(readBitcoinNetwork(name)).toBe(mainnet)
    for (const name of ['FRACTAL_BITCOIN_MAINNET', 'ethereum', '', null, 1])
      expect(readBitcoinNetwork(name)).toBeUndefined()
    expect(readBitcoinNetwork(toSatsNetwork(testnet))).toBe(testnet)
  })

  test('behavior: base64 and hexadecimal preserve every byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        expect(fromBase64(toBase64(bytes))).toStrictEqual(bytes)
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(hexToBase64(bytesToHex(bytes))).toBe(toBase64(bytes))
      }),
    )
    expect(() => fromBase64('%')).toThrow(expect.objectContaining({ code: 'malformed_request' }))
    expect(() => hexToBase64('xyz')).toThrow(expect.objectContaining({ code: 'wallet_failed' }))
  })
})
