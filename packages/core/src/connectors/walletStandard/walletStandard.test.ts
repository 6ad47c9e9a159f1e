import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58 } from '@latchkey/protocol'
import {
  announceStandardWallet,
  createVirtualBitcoinWallet,
  createVirtualSolanaWallet,
  installBitcoinProvider,
  type StandardWallet,
  type VirtualSolanaWallet,
  type VirtualSolanaWalletParameters,
} from '@latchkey/testkit'
import { hexToBytes } from '@noble/hashes/utils'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Network } from '../../chains/Network.ts'
import { bitcoin, bitcoinTestnet, solana, solanaDevnet, solanaTestnet } from '../../networks/presets.ts'
import { createTestEnvironment } from '../../testing/createTestEnvironment.ts'
import { bitcoinWallets } from '../bitcoin/bitcoinWallets.ts'
import type { Connector, ConnectorEvent, SolanaProvider } from '../Connector.ts'
import { createFamilySource } from '../createFamilySource.ts'
import { readSolanaAccount } from '../solana/readSolanaAccount.ts'
import { readList, readMember, readStandardAccounts, readStandardWallet } from './readStandardWallet.ts'
import { fromStandardChain, toStandardName } from './standardChains.ts'

const seeds = [{ privateKey: `0x${'11'.repeat(32)}` }, { privateKey: `0x${'22'.repeat(32)}` }] as const
const signal = new AbortController().signal

function createSource(networks: readonly [Network, ...Network[]] = [solana, solanaDevnet, bitcoin]) {
  const environment = createTestEnvironment()
  const source = createFamilySource({
    config: { projectId: '', apiUrl: '', networks, metadata: { name: 'Site', url: 'https://site.test' } },
    environment,
    bitcoin: bitcoinWallets,
  })
  const register = (...wallets: unknown[]) => {
    let unregister = () => {}
    const detail = (api: { register: (...wallets: unknown[]) => () => void }) => {
      unregister = api.register(...wallets)
    }
    environment.page().dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail }))
    return () => unregister()
  }
  const list = () => source.getState().map(({ info }) => info.id)
  return { source, page: environment.page(), register, list }
}
function solanaWallet(parameters: Partial<VirtualSolanaWalletParameters> = {}): VirtualSolanaWallet {
  return createVirtualSolanaWallet({ accounts: seeds, name: 'Sun', ...parameters })
}
function only(source: { getState: () => readonly Connector[] }): Connector {
  const [connector] = source.getState()
  if (!connector) throw new Error('No wallet')
  return connector
}

describe('networks', () => {
  test('behavior: the standard’s names and CAIP-2 are the same networks', () => {
    for (const network of [solana, solanaDevnet, solanaTestnet, bitcoin, bitcoinTestnet]) {
      const { caipNetworkId, chainNamespace } = network
      const family = chainNamespace === 'bip122' ? 'bitcoin' : 'solana'
      expect(fromStandardChain(`${family}:${toStandardName(caipNetworkId)}`)).toBe(caipNetworkId)
      expect(fromStandardChain(caipNetworkId)).toBe(caipNetworkId)
    }
    expect(fromStandardChain('solana:localnet')).toBe('solana:9dhSvmE3DVgcbAUcuK4TrTR9HaFhjmPX')
    expect(fromStandardChain('solana:elsewhere')).toBe('solana:elsewhere')
    for (const name of ['eip155:1', 'ethereum:mainnet', 'toString', '__proto__', '', null, {}])
      expect(fromStandardChain(name)).toBeUndefined()
  })

  test('behavior: the app’s preferred network, else its first that the wallet lists, else none (spec 8.31)', async () => {
    const wallet = solanaWallet({ chains: ['solana:devnet', 'solana:testnet'] })
    const { source, page } = createSource([solana, solanaTestnet, solanaDevnet])
    source.discover()
    announceStandardWallet({ wallet, target: page })
    const connector = only(source)
    const chainOf = async (chainId?: Network['caipNetworkId']) =>
      (await connector.connect({ silent: false, signal, chainId }))?.chainId
    expect(await chainOf(solanaDevnet.caipNetworkId)).toBe(solanaDevnet.caipNetworkId)
    expect(await chainOf(solana.caipNetworkId)).toBe(solanaTestnet.caipNetworkId)
    expect(await chainOf()).toBe(solanaTestnet.caipNetworkId)
    const other = createSource([solana])
    other.source.discover()
    announceStandardWallet({ wallet, target: other.page })
    await expect(only(other.source).connect({ silent: false, signal })).rejects.toMatchObject({
      code: 'chain_not_on_connector',
      message: 'chain not found on connector.',
    })
  })

  test('behavior: it switches within the networks of the account, and reports that', async () => {
    const { source, page } = createSource([solana, solanaDevnet, solanaTestnet])
    announceStandardWallet({ wallet: solanaWallet({ chains: ['solana:mainnet', 'solana:devnet'] }), target: page })
    source.discover()
    const connector = only(source)
    const events: ConnectorEvent[] = []
    await connector.connect({ silent: false, signal })
    connector.subscribe((event) => events.push(event))
    await connector.switchNetwork?.({ network: solanaDevnet })
    expect(events).toStrictEqual([{ type: 'chainChanged', chainId: solanaDevnet.caipNetworkId }])
    await expect(connector.switchNetwork?.({ network: solanaTestnet })).rejects.toMatchObject({
      code: 'chain_not_on_connector',
    })
  })

  test('behavior: another Bitcoin network has other addresses', async () => {
    const { source, page } = createSource([bitcoin, bitcoinTestnet])
    const wallet = createVirtualBitcoinWallet({ accounts: seeds, chains: ['bitcoin:mainnet', 'bitcoin:testnet'] })
    announceStandardWallet({ wallet, target: page })
    source.discover()
    const connector = only(source)
    const session = await connector.connect({ silent: false, signal, chainId: bitcoin.caipNetworkId })
    expect(session?.accounts.map(({ address, type }) => [address, type])).toStrictEqual([
      [wallet.addresses[0]?.payment, 'payment'],
      [wallet.addresses[0]?.ordinals, 'ordinal'],
    ])
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    await connector.switchNetwork?.({ network: bitcoinTestnet })
    expect(events).toMatchObject([
      { type: 'chainChanged', chainId: bitcoinTestnet.caipNetworkId },
      { type: 'accountsChanged', accounts: [{ address: expect.stringMatching(/^tb1q/) }, { type: 'ordinal' }] },
    ])
  })
})

describe('requests to a Solana wallet', () => {
  test('default', async () => {
    const { source, page } = createSource()
    const wallet = solanaWallet({ shares: 'all' })
    announceStandardWallet({ wallet, target: page })
    source.discover()
    const connector = only(source)
    const session = await connector.connect({ silent: false, signal })
    expect(session?.accounts.map(({ address }) => address)).toStrictEqual(wallet.addresses)
    const [account] = session?.accounts ?? []
    const provider = connector.getProvider() as SolanaProvider
    const message = new TextEncoder().encode('Hello')
    const { signature } = await provider.signMessage({ address: account?.address ?? '', message })
    const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), hexToBytes(account?.publicKey ?? '')])
    expect(verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature)).toBe(true)

    const address = account?.address ?? ''
    const chainId = solanaDevnet.caipNetworkId
    const body = [1, 0, 0, 1, ...hexToBytes(account?.publicKey ?? ''), ...new Uint8Array(33)]
    const transaction = new Uint8Array([1, ...new Uint8Array(64), ...body])
    const signed = await provider.signTransaction({ address, transaction, chainId })
    expect(signed.slice(65)).toStrictEqual(transaction.slice(65))
    const sent = await provider.signAndSendTransaction({ address, transaction, chainId })
    expect(decodeBase58(sent.signature)).toStrictEqual(signed.slice(1, 65))
    expect(wallet.requests().at(-1)?.params[0]).toMatchObject({ chain: 'solana:devnet' })

    await expect(provider.signMessage({ address: '1', message })).rejects.toMatchObject({ code: 'account_changed' })
    await expect(provider.signTransaction({ address, transaction, chainId: 'solana:other' })).rejects.toMatchObject({
      code: 'chain_not_on_connector',
    })
    wallet.setPolicy('reject')
    await expect(provider.signMessage({ address, message })).rejects.toMatchObject({ code: 'user_rejected' })
  })

  test('error: invalid answers, and missing features', async () => {
    const { source, register } = createSource()
    source.discover()
    const { standard } = solanaWallet()
    const wallet: StandardWallet = {
      ...standard,
      accounts: [],
      features: {
        'standard:connect': standard.features['standard:connect'] ?? {},
        'solana:signMessage': { signMessage: async () => [{ signature: new Uint8Array(63) }] },
      },
    }
    register(wallet)
    const connector = only(source)
    const session = await connector.connect({ silent: false, signal })
    const address = session?.accounts[0].address ?? ''
    const provider = connector.getProvider() as SolanaProvider
    await expect(provider.signMessage({ address, message: new Uint8Array() })).rejects.toMatchObject({
      code: 'wallet_failed',
    })
    await expect(
      provider.signTransaction({ address, transaction: new Uint8Array(), chainId: solana.caipNetworkId }),
    ).rejects.toMatchObject({ code: 'wallet_lacks_method' })
  })
})

describe('the list of wallets', () => {
  test('behavior: only families with networks in the app', () => {
    const { source, page, list } = createSource([bitcoin])
    announceStandardWallet({ wallet: solanaWallet(), target: page })
    announceStandardWallet({ wallet: createVirtualBitcoinWallet({ accounts: seeds, name: 'Coin' }), target: page })
    source.discover()
    expect(list()).toStrictEqual(['bip122:Coin'])
  })

  test('behavior: the first of a name and family; an object only once', () => {
    const { source, register, list } = createSource()
    source.discover()
    const wallet = solanaWallet()
    register(wallet.standard)
    register(wallet.standard)
    register(solanaWallet({ name: 'sun wallet' }).standard)
    expect(list()).toStrictEqual(['solana:Sun'])
    expect(only(source).info).toMatchObject({ name: 'Sun', namespace: 'solana', rdns: null, type: 'injected' })
  })

  test('behavior: a Bitcoin wallet with both interfaces uses the standard, whichever registered first', async () => {
    const { source, page, list } = createSource()
    const wallet = createVirtualBitcoinWallet({ accounts: seeds, name: 'Coin Wallet' })
    installBitcoinProvider({ wallet, target: page })
    source.discover()
    expect(list()).toStrictEqual(['bip122:Coin Wallet'])
    const before = only(source)
    announceStandardWallet({ wallet, target: page })
    expect(list()).toStrictEqual(['bip122:Coin Wallet'])
    expect(only(source)).not.toBe(before)
    await only(source).connect({ silent: false, signal })
    expect(wallet.requests().map(({ method }) => method)).toStrictEqual(['bitcoin:connect'])
  })

  test('behavior: a wallet that unregisters disappears with its connection', async () => {
    const { source, register, list } = createSource()
    source.discover()
    const unregister = register(solanaWallet().standard)
    const connector = only(source)
    await connector.connect({ silent: false, signal })
    const events: ConnectorEvent[] = []
    connector.subscribe((event) => events.push(event))
    unregister()
    expect(list()).toStrictEqual([])
    expect(source.find('solana:Sun')).toBeUndefined()
    expect(events).toStrictEqual([{ type: 'accountsChanged', accounts: [] }])
  })

  test('behavior: the sats-connect protocol, if a wallet of the standard only names its provider', async () => {
    const { source, register } = createSource()
    source.discover()
    const { sats, addresses } = createVirtualBitcoinWallet({ accounts: seeds })
    register({ name: 'Eden', icon: '', chains: [], accounts: [], features: { 'sats-connect:': { provider: sats } } })
    expect(only(source).info.id).toBe('bip122:Eden')
    const session = await only(source).connect({ silent: false, signal })
    expect(session).toMatchObject({
      chainId: bitcoin.caipNetworkId,
      accounts: [{ address: addresses[0]?.payment }, {}],
    })
  })

  test('behavior: a frozen wallet works', async () => {
    const { source, register } = createSource()
    source.discover()
    const { standard } = solanaWallet()
    register(
      Object.freeze({ ...standard, features: Object.freeze({ ...standard.features }), accounts: Object.freeze([]) }),
    )
    await expect(only(source).connect({ silent: false, signal })).resolves.toBeDefined()
  })
})

describe('readers', () => {
  test('behavior: texts are cleaned, icons must be data', () => {
    const features = {}
    expect(
      readStandardWallet({ name: 'Su\u202en\u0000', icon: 'https://x.test/a.png', chains: [], features }),
    ).toMatchObject({
      name: 'Sun',
      icon: null,
    })
    const icon = 'data:image/png;base64,AA=='
    expect(
      readStandardWallet({ name: 'Sun', icon, chains: ['solana:mainnet', 'sui:mainnet'], features }),
    ).toMatchObject({
      icon,
      families: ['solana'],
    })
    for (const value of [null, 'x', {}, { name: 'x' }, { name: '', features }, { name: 'x', features: 1 }])
      expect(readStandardWallet(value)).toBeUndefined()
  })

  test('error: any registered value is read without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), (value, name) => {
        readStandardWallet(value)
        readMember(value, name)
        expect(readList(value).length).toBeLessThanOrEqual(100)
        readStandardAccounts({ accounts: value, namespace: 'solana', readAccount: readSolanaAccount })
        readStandardAccounts({ accounts: [value], namespace: 'solana', readAccount: readSolanaAccount })
      }),
    )
  })

  test('behavior: a Solana address is a key of 32 bytes, and its public key must match', () => {
    const key = fc.uint8Array({ minLength: 1, maxLength: 40 })
    const encode = (bytes: Uint8Array) => encodeWithBigInt(bytes)
    fc.assert(
      fc.property(key, (bytes) => {
        const address = encode(bytes)
        expect(decodeBase58(address)).toStrictEqual(bytes)
        const account = readSolanaAccount({ address, publicKey: undefined })
        expect(account !== undefined).toBe(bytes.length === 32)
        if (account) {
          expect(hexToBytes(account.publicKey ?? '')).toStrictEqual(bytes)
          const other = bytes.slice()
          other[0] = (other[0] ?? 0) ^ 1
          expect(readSolanaAccount({ address, publicKey: other })).toBeUndefined()
        }
      }),
    )
    fc.assert(fc.property(fc.string(), (address) => void readSolanaAccount({ address, publicKey: undefined })))
  })
})

/** Base58 with bigints, to check the decoder. */
function encodeWithBigInt(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let rest = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = `${alphabet[Number(rest % 58n)]}${text}`
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}
