import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../environment/Environment.ts'
import { createGatewayClient, type GatewayClient } from '../../http/createGatewayClient.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import type { Connector, Eip1193Provider } from '../Connector.ts'
import { isRecord } from '../isRecord.ts'
import { createProvider } from '../provider/createProvider.ts'
import { readCapabilities } from '../provider/readCapabilities.ts'
import { toWalletError } from '../toWalletError.ts'
import { asksInWindow } from './asksInWindow.ts'
import { askWindow } from './askWindow.ts'
import { createSession } from './createSession.ts'
import type { SmartWalletSession } from './createSessionStore.ts'
import { describeSite } from './describeSite.ts'
import { type OpenedWindow, openWindow } from './openWindow.ts'
import { decryptAnswer, type EncryptedAnswer, readAccounts, readChainNumber } from './readAnswer.ts'
import { createSessionKeys, deriveSharedKey, encryptJson } from './sessionKeys.ts'
import { toChainId, toConnectorSession, toHexChain, toNumber } from './sessionValues.ts'

/** The lazy part of the smart wallet. */
export type SmartWallet = Pick<Connector, 'disconnect' | 'subscribe'> & {
  provider: Eip1193Provider
  connect: (
    options: Parameters<Connector['connect']>[0] & { opened?: OpenedWindow | undefined },
  ) => ReturnType<Connector['connect']>
  /** Focuses the window with the open request; false if there is none. */
  focus: () => boolean
}

type Question = { sender: string; content: Record<string, unknown> }

/**
 * Creates the handshake, the connection and the EIP-1193 provider of a smart wallet. Read requests are answered from the connection or
 * through the gateway. Requests that the visitor decides go to the wallet's window, encrypted. Source: Base Account's public window
 * protocol; EIP-1193, EIP-3326, EIP-5792.
 */
export function createSmartWallet({
  config,
  url,
  environment,
}: {
  config: LatchkeyConfig
  /** The wallet's page. */
  url: string
  environment: Environment
}): SmartWallet {
  const { origin } = new URL(url)
  const networks = config.networks
    .filter(({ chainNamespace }) => chainNamespace === 'eip155')
    .map(({ id }) => Number(id))
  const preferred = config.defaultNetwork?.startsWith('eip155:') ? toNumber(config.defaultNetwork) : networks[0]
  const gateways = new Map<number, GatewayClient>()
  let asking: OpenedWindow | undefined

  const { provider, emit, subscribe } = createProvider({ answer: (request) => answer(request) })
  const session = createSession({ walletOrigin: origin, emit })

  const focus = () => {
    asking?.window?.focus()
    return asking !== undefined
  }
  const openPage = () => {
    const page = environment.page() as Window | undefined
    if (!page) throw new ServiceError('wallet_not_found')
    return page
  }

  /** Sends a request to the window, one at a time. The request is created while the window loads. */
  const ask = async ({
    opened,
    signal,
    create,
  }: {
    opened?: OpenedWindow | undefined
    signal?: AbortSignal | undefined
    create: () => Promise<Question>
  }): Promise<EncryptedAnswer> => {
    if (focus()) {
      // A second click before this code was loaded.
      opened?.stop()
      opened?.window?.close()
      throw new LatchkeyError('wallet_busy')
    }
    const page = openPage()
    asking = opened ?? openWindow({ page, url })
    const createRequest = async () => ({
      id: crypto.randomUUID(),
      correlationId: crypto.randomUUID(),
      ...(await create()),
      timestamp: new Date(),
    })
    try {
      const { sender, content } = await askWindow({
        environment,
        page,
        opened: asking,
        origin,
        hello: describeSite({ config, networks, page }),
        request: createRequest(),
        signal,
      })
      const { failure, encrypted } = isRecord(content) ? content : {}
      if (failure !== undefined) throw failure
      return { sender, encrypted }
    } finally {
      asking = undefined
    }
  }

  const handshake = async ({
    opened,
    chainId,
    signal,
  }: {
    opened?: OpenedWindow | undefined
    chainId?: ChainId | undefined
    signal?: AbortSignal | undefined
  }): Promise<SmartWalletSession> => {
    const making = createSessionKeys()
    making.catch(() => {})
    const handed = await ask({
      opened,
      signal,
      create: async () => ({
        sender: (await making).publicKey,
        content: { handshake: { method: 'eth_requestAccounts', params: [] } },
      }),
    })
    const { sender } = handed
    if (typeof sender !== 'string')
      throw new ServiceError('response_invalid', { details: 'The wallet returned no key' })
    const keys = { ...(await making), walletKey: sender }
    const { value, news } = await decryptAnswer({ keys, answer: handed })
    const accounts = readAccounts(value)
    const { chains = [], capabilities } = news
    const wanted = chainId?.startsWith('eip155:') ? toNumber(chainId) : preferred
    // The wallet has no current network. It starts with the app's, if the wallet offers it.
    const first = wanted !== undefined && (chains.length === 0 || chains.includes(wanted)) ? wanted : chains[0]
    if (first === undefined) throw new LatchkeyError('chain_not_in_provider')
    return session.keep({ ...keys, accounts, chainId: first, chains, capabilities })
  }

  /** Sends a request that the visitor decides. */
  const decide = async ({ method, params }: { method: string; params: unknown }): Promise<unknown> => {
    if (focus()) throw new LatchkeyError('wallet_busy')
    // Usually in memory already, so that the window opens within the caller's task.
    if (!session.current() && !(await session.restore())) throw new LatchkeyError('wallet_disconnected')
    const read = async () => {
      // Another tab may have ended or replaced the connection.
      const current = await session.restore()
      if (!current) throw new LatchkeyError('wallet_disconnected')
      return current
    }
    let reading: Promise<SmartWalletSession> | undefined
    const handed = await ask({
      create: async () => {
        reading = read()
        const current = await reading
        const key = await deriveSharedKey({ privateKey: current.privateKey, publicKey: current.walletKey })
        const value = { action: { method, params: params ?? [] }, chainId: current.chainId }
        return { sender: current.publicKey, content: { encrypted: await encryptJson({ key, value }) } }
      },
    })
    const keys = await (reading ?? read())
    const { value, news } = await decryptAnswer({ keys, answer: handed })
    const current = session.current()
    // After a disconnect or a new connection, nothing of the old one is stored.
    if (current?.walletKey === keys.walletKey) {
      const chains = news.chains ?? current.chains
      const added = method === 'wallet_addEthereumChain' ? [readChainNumber(params)] : []
      await session.keep({
        ...current,
        ...news,
        chains: chains.length > 0 ? [...new Set([...chains, ...added])] : chains,
      })
    }
    return value
  }

  const chainNumber = () => {
    const number = session.current()?.chainId ?? preferred
    if (number === undefined) throw new LatchkeyError('chain_not_in_provider')
    return number
  }
  const gateway = () => {
    const number = chainNumber()
    const { apiUrl, projectId } = config
    const known =
      gateways.get(number) ??
      createGatewayClient({
        apiUrl,
        projectId,
        chainId: toChainId(number),
        fetch: environment.fetch,
        timers: environment,
      })
    gateways.set(number, known)
    return known
  }

  const answer = async ({ method, params }: { method: string; params: unknown }): Promise<unknown> => {
    if (asksInWindow(method)) return decide({ method, params })
    const current = session.current() ?? (await session.restore())
    const list: readonly unknown[] = Array.isArray(params) ? params : []
    switch (method) {
      case 'eth_chainId':
        return toHexChain(chainNumber())
      case 'net_version':
        return String(chainNumber())
      case 'eth_accounts':
        return current?.accounts ?? []
      case 'eth_coinbase':
        return current?.accounts[0] ?? null
      case 'eth_requestAccounts':
        return (current ?? (await handshake({}))).accounts
      case 'wallet_switchEthereumChain': {
        if (!current) throw new LatchkeyError('wallet_disconnected')
        const next = readChainNumber(params)
        if (!(current.chains.length > 0 ? current.chains : networks).includes(next))
          throw new LatchkeyError('chain_not_in_provider')
        await session.keep({ ...current, chainId: next })
        return null
      }
      case 'wallet_getCapabilities': {
        const [address, chainIds] = list
        if (!current?.accounts.some((account) => account.toLowerCase() === String(address).toLowerCase()))
          throw new LatchkeyError('wallet_disconnected')
        return readCapabilities({ capabilities: current.capabilities, chainIds })
      }
      case 'wallet_revokePermissions':
        await session.forget()
        return null
      default:
        if (!/^(eth|net|web3)_/.test(method)) throw new ServiceError('rpc_method_not_allowed')
        return gateway().request(method, list)
    }
  }

  return {
    provider,
    subscribe,
    focus,
    connect: async ({ silent, ...options }) => {
      try {
        const current = silent ? await session.restore() : await handshake(options)
        return current && toConnectorSession(current)
      } catch (error) {
        throw toWalletError(error)
      }
    },
    disconnect: session.forget,
  }
}
