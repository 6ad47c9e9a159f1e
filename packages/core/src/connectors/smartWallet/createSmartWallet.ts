import { type ChainId, isEvmAddress, LatchkeyError, parseChainId } from '@latchkey/protocol'
import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'
import type { Environment } from '../../environment/Environment.ts'
import { createGatewayClient, type GatewayClient } from '../../http/createGatewayClient.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import { version } from '../../version.ts'
import type { ConnectorSession, WalletAccount } from '../Connector.ts'
import { isRecord } from '../embedded/isRecord.ts'
import { readChainId } from '../injected/readChainId.ts'
import { toWalletError } from '../injected/toWalletError.ts'
import type { Emit, LazyWallet } from '../lazy/LazyWallet.ts'
import { toRpcError } from '../lazy/toRpcError.ts'
import { asksInWindow } from './asksInWindow.ts'
import { askWindow, type WindowRequest } from './askWindow.ts'
import { createSessionStore, type SmartWalletSession } from './createSessionStore.ts'
import type { OpenedWindow, SmartWalletLink } from './OpenedWindow.ts'
import { readAnswer } from './readAnswer.ts'
import { readCapabilities } from './readCapabilities.ts'
import { createSessionKeys, decryptJson, deriveSharedKey, type Encrypted, encryptJson } from './sessionKeys.ts'

/**
 * The smart wallet's working half: the handshake, the session and the EIP-1193 provider. What only reads is answered from
 * the session or by the Latchkey gateway; what the visitor decides is asked in the wallet's window, encrypted for it.
 * Source: Base Account's public window protocol; EIP-1193, EIP-3326, EIP-5792.
 */
export function createSmartWallet({
  config,
  url,
  environment,
  link,
  emit,
}: {
  config: LatchkeyConfig
  /** The wallet's page. */
  url: string
  environment: Environment
  link: SmartWalletLink
  emit: Emit
}): LazyWallet<OpenedWindow> {
  const { origin } = new URL(url)
  const store = createSessionStore({ walletOrigin: origin })
  const networks = config.networks
    .filter(({ chainNamespace }) => chainNamespace === 'eip155')
    .map(({ id }) => Number(id))
  const preferred = config.defaultNetwork?.startsWith('eip155:') ? toNumber(config.defaultNetwork) : networks[0]
  const gateways = new Map<number, GatewayClient>()
  let session: SmartWalletSession | undefined
  let isAsking = false

  const keep = async (next: SmartWalletSession) => {
    const before = session
    session = next
    link.isConnected = true
    await store.write(next)
    if (!before) emit('connect', { chainId: toHex(next.chainId) })
    if (before?.accounts.join() !== next.accounts.join()) {
      emit('accountsChanged', next.accounts)
      if (before) emit('connector', { type: 'accountsChanged', accounts: next.accounts.map(toAccount) })
    }
    if (before && before.chainId !== next.chainId) {
      emit('chainChanged', toHex(next.chainId))
      emit('connector', { type: 'chainChanged', chainId: toChainId(next.chainId) })
    }
  }
  const forget = async () => {
    const before = session
    session = undefined
    link.isConnected = false
    await store.clear()
    if (!before) return
    emit('accountsChanged', [])
    emit('disconnect', toRpcError(new LatchkeyError('wallet_disconnected')))
    emit('connector', { type: 'disconnected' })
  }
  const restore = async () => {
    session ??= await store.read()
    link.isConnected = session !== undefined
    return session
  }

  /** One question in the window: one at a time. */
  const ask = async ({
    prepared,
    sender,
    content,
    signal,
  }: {
    prepared: OpenedWindow | undefined
    sender: () => Promise<string>
    content: () => Promise<Record<string, unknown>>
    signal?: AbortSignal | undefined
  }) => {
    if (isAsking) throw new LatchkeyError('wallet_busy')
    const opened = prepared ?? link.open()
    if (!opened) throw new LatchkeyError('wallet_not_found')
    isAsking = true
    try {
      const createRequest = async (): Promise<WindowRequest> => ({
        id: crypto.randomUUID(),
        correlationId: crypto.randomUUID(),
        sender: await sender(),
        content: await content(),
        timestamp: new Date(),
      })
      const answer = await askWindow({
        environment,
        opened,
        origin,
        hello: createHello({ config, networks, environment }),
        request: createRequest(),
        signal,
      })
      const { failure, encrypted } = isRecord(answer.content) ? answer.content : {}
      if (failure !== undefined) throw failure
      if (!isRecord(encrypted)) throw new LatchkeyError('response_invalid', { details: 'The wallet gave no answer' })
      return { sender: answer.sender, encrypted: encrypted as Encrypted }
    } finally {
      isAsking = false
      link.opened = undefined
    }
  }

  const handshake = async ({
    prepared,
    chainId,
    signal,
  }: {
    prepared: OpenedWindow | undefined
    chainId?: ChainId | undefined
    signal?: AbortSignal | undefined
  }): Promise<SmartWalletSession> => {
    const making = createSessionKeys()
    making.catch(() => {})
    const { sender, encrypted } = await ask({
      prepared,
      signal,
      sender: async () => (await making).publicKey,
      content: async () => ({ handshake: { method: 'eth_requestAccounts', params: [] } }),
    })
    const keys = await making
    if (typeof sender !== 'string') throw new LatchkeyError('wallet_failed', { details: 'The wallet gave no key' })
    const { value, news } = await open({ ...keys, walletKey: sender }, encrypted)
    const accounts = readAccounts(value)
    const { chains = [], capabilities } = news
    const wanted = chainId?.startsWith('eip155:') ? toNumber(chainId) : preferred
    const first = wanted !== undefined && (chains.length === 0 || chains.includes(wanted)) ? wanted : chains[0]
    if (first === undefined) throw new LatchkeyError('chain_not_in_provider')
    const next = { ...keys, walletKey: sender, accounts, chainId: first, chains, capabilities }
    await keep(next)
    return next
  }

  /** Asks the wallet for what its owner decides. */
  const decide = async ({
    method,
    params,
    prepared,
  }: {
    method: string
    params: unknown
    prepared: OpenedWindow | undefined
  }): Promise<unknown> => {
    if (isAsking) throw new LatchkeyError('wallet_busy')
    // Another tab may have ended the session, or begun another.
    const stored = await store.read()
    const current = stored && { ...stored, chainId: session?.chainId ?? stored.chainId }
    if (!current) {
      prepared?.close()
      await forget()
      throw new LatchkeyError('wallet_disconnected')
    }
    if (current.walletKey !== session?.walletKey) await keep(current)
    const key = await deriveSharedKey({ privateKey: current.privateKey, publicKey: current.walletKey })
    const { encrypted } = await ask({
      prepared,
      sender: async () => current.publicKey,
      content: async () => ({
        encrypted: await encryptJson({
          key,
          value: { action: { method, params: params ?? [] }, chainId: current.chainId },
        }),
      }),
    })
    const { value, news } = await open(current, encrypted)
    const added = method === 'wallet_addEthereumChain' ? readChainNumber(params) : undefined
    const chains = news.chains ?? current.chains
    const next = {
      ...current,
      ...news,
      chains: added === undefined || chains.length === 0 || chains.includes(added) ? chains : [...chains, added],
    }
    // Disconnected meanwhile: nothing of the session comes back.
    if (session) await keep({ ...next, chainId: session.chainId })
    return value
  }

  const read = ({ method, params }: { method: string; params: unknown }) => {
    const number = session?.chainId ?? preferred
    if (number === undefined) throw new LatchkeyError('chain_not_in_provider')
    const gateway =
      gateways.get(number) ??
      createGatewayClient({
        apiUrl: config.apiUrl,
        projectId: config.projectId,
        chainId: toChainId(number),
        fetch: environment.fetch,
      })
    gateways.set(number, gateway)
    return gateway.request(method, Array.isArray(params) ? params : [])
  }

  const answer: LazyWallet<OpenedWindow>['request'] = async ({ method, params, prepared }) => {
    if (asksInWindow(method)) return decide({ method, params, prepared })
    const current = await restore()
    switch (method) {
      case 'eth_chainId':
      case 'net_version': {
        const number = current?.chainId ?? preferred
        if (number === undefined) throw new LatchkeyError('chain_not_in_provider')
        return method === 'eth_chainId' ? toHex(number) : String(number)
      }
      case 'eth_accounts':
        return current?.accounts ?? []
      case 'eth_coinbase':
        return current?.accounts[0] ?? null
      case 'eth_requestAccounts':
        // The window was opened because this half did not yet know of the session.
        if (current && !isAsking) prepared?.close()
        return (current ?? (await handshake({ prepared }))).accounts
      case 'wallet_switchEthereumChain': {
        if (!current) throw new LatchkeyError('wallet_disconnected')
        const next = readChainNumber(params)
        const offered = current.chains.length > 0 ? current.chains : networks
        if (!offered.includes(next)) throw new LatchkeyError('chain_not_in_provider')
        if (next !== current.chainId) await keep({ ...current, chainId: next })
        return null
      }
      case 'wallet_getCapabilities': {
        const [address, chainIds] = Array.isArray(params) ? params : []
        if (!current?.accounts.some((account) => account.toLowerCase() === String(address).toLowerCase()))
          throw new LatchkeyError('wallet_disconnected')
        return readCapabilities({ capabilities: current.capabilities, chainIds })
      }
      case 'wallet_revokePermissions':
        await forget()
        return null
      default:
        if (!/^(eth|net|web3)_/.test(method)) throw new LatchkeyError('rpc_method_not_allowed')
        return read({ method, params })
    }
  }

  return {
    connect: async ({ silent, chainId, signal, prepared }) => {
      try {
        const current = silent ? await restore() : await handshake({ prepared, chainId, signal })
        return current && toSession(current)
      } catch (error) {
        throw toWalletError(error)
      }
    },
    disconnect: forget,
    request: async (request) => {
      try {
        return await answer(request)
      } catch (error) {
        throw toRpcError(error)
      }
    },
  }
}

/** What the window is told of the site. Of its address, nothing that may be a secret: no query, no fragment. */
function createHello({
  config: { metadata },
  networks,
  environment,
}: {
  config: LatchkeyConfig
  networks: readonly number[]
  environment: Environment
}): Record<string, unknown> {
  const page = environment.page() as Window | undefined
  return {
    version,
    sdkName: '@latchkey/core',
    metadata: { appName: metadata.name, appLogoUrl: metadata.icons?.[0] ?? null, appChainIds: [...networks] },
    preference: { options: 'smartWalletOnly' },
    location: page ? `${page.location.origin}${page.location.pathname}` : metadata.url,
  }
}

async function open(keys: { privateKey: CryptoKey; walletKey: string }, encrypted: Encrypted) {
  let answer: unknown
  try {
    const key = await deriveSharedKey({ privateKey: keys.privateKey, publicKey: keys.walletKey })
    answer = await decryptJson({ key, encrypted })
  } catch (cause) {
    throw new LatchkeyError('response_invalid', { cause, details: 'The answer of the wallet could not be decrypted' })
  }
  return readAnswer(answer)
}

function readAccounts(value: unknown): [string, ...string[]] {
  const all = Array.isArray(value) ? value.filter(isEvmAddress).map(checksumAddress) : []
  const [first, ...others] = new Set(all)
  if (first === undefined) throw new LatchkeyError('wallet_failed', { details: 'The wallet shared no account' })
  return [first, ...others]
}

function readChainNumber(params: unknown): number {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  try {
    return toNumber(readChainId(isRecord(first) ? first.chainId : undefined))
  } catch (cause) {
    throw new LatchkeyError('malformed_request', { cause })
  }
}

function toSession({ accounts, chainId }: SmartWalletSession): ConnectorSession {
  const [first, ...others] = accounts
  return { accounts: [toAccount(first), ...others.map(toAccount)], chainId: toChainId(chainId) }
}

function toAccount(address: string): WalletAccount {
  return { namespace: 'eip155', address, type: 'smartAccount' }
}

function toChainId(number: number): ChainId {
  return `eip155:${number}`
}

function toNumber(chainId: ChainId): number {
  return Number(parseChainId(chainId).reference)
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`
}
