import type { PeerMetadata, RelayEndpoint, SessionNamespaces } from '@latchkey/walletconnect'
import { createWalletClient, type WalletClient } from '@latchkey/walletconnect/wallet'
import { createOwner } from '../owner/createOwner.ts'
import { createWorkQueue } from '../wallet/createMethods.ts'
import { chainsOf } from './chainsOf.ts'
import { createBitcoinFamily } from './createBitcoinFamily.ts'
import { createEvmFamily } from './createEvmFamily.ts'
import { createPendingAnswers } from './createPendingAnswers.ts'
import { createSolanaFamily } from './createSolanaFamily.ts'
import type { PairedFamily } from './PairedFamily.ts'
import type {
  PairedHoldings,
  PairedSession,
  PairedSubject,
  PairedWallet,
  PairedWalletParameters,
  PairedWalletState,
} from './PairedWallet.ts'
import { createBegunRequests, type PairedMemory, pairedMemoryKeys, readPairedMemory } from './pairedMemory.ts'

const plainMetadata: PeerMetadata = {
  name: 'Virtual Phone Wallet',
  description: 'A wallet with test keys',
  url: 'https://virtual.latchkey.example',
  icons: [],
}

/**
 * Creates a wallet with local keys for tests that apps reach with a WalletConnect code, like a phone without a screen. A test controls
 * whether it approves, rejects, hangs or asks. Reads go to the RPC addresses of the chains.
 *
 * In Node before 22, which has no WebSocket, pass `environment: createClientEnvironment({ openSocket })`.
 *
 * @example
 * const wallet = createPairedWallet({
 *   relays: ['ws://127.0.0.1:7101/relay'],
 *   projectId,
 *   accounts: [{ privateKey }],
 *   chains: [{ id: 31337, name: 'Local', rpcUrl: 'http://127.0.0.1:8545' }],
 *   policy: 'ask',
 * })
 * await wallet.pair(uri)
 * await wallet.waitForRequest({ method: 'wc_sessionPropose' })
 * await wallet.approve()
 */
export function createPairedWallet(parameters: PairedWalletParameters): PairedWallet {
  const { memory: storage, shares = 'active' } = parameters
  let kept: PairedMemory = readPairedMemory(storage?.getItem(pairedMemoryKeys.networks))
  const ask: typeof fetch = parameters.fetch ?? ((...call) => fetch(...call))
  const { solana, bip122 } = parameters.families ?? {}
  const families: readonly PairedFamily[] = [
    createEvmFamily({
      accounts: parameters.accounts,
      chains: { own: parameters.chains, added: kept.added },
      fetch: ask,
    }),
    ...(solana ? [createSolanaFamily({ ...solana, fetch: ask })] : []),
    ...(bip122 ? [createBitcoinFamily({ ...bip122, fetch: ask })] : []),
  ]
  const familyOf = (chain: string) => families.find(({ namespace }) => namespace === chain.split(':')[0])
  const client: WalletClient = createWalletClient({
    relays: toEndpoints(parameters),
    metadata: parameters.metadata ?? plainMetadata,
    ...(parameters.storage ? { storage: parameters.storage } : {}),
    ...(parameters.sharing ? { sharing: parameters.sharing } : {}),
    ...(parameters.environment ? { environment: parameters.environment } : {}),
  })

  const toPairedSessions = (): readonly PairedSession[] =>
    client.sessions().map((session) => ({ ...session, chain: currentChain(session) }))
  const currentChain = (
    { topic, namespaces }: { topic: string; namespaces: SessionNamespaces },
    namespace?: string,
  ) => {
    const all = Object.values(namespaces).flatMap(({ accounts }) => chainsOf(accounts))
    const chains = namespace === undefined ? all : all.filter((chain) => chain.startsWith(`${namespace}:`))
    const chosen = kept.networks[namespace === undefined ? topic : `${topic}/${namespace}`]
    return chosen !== undefined && chains.includes(chosen) ? chosen : (chains[0] ?? '')
  }
  const holdings = (): Omit<PairedHoldings, 'ready' | 'accounts' | 'refusals'> & { permitted: boolean } => {
    const sessions = toPairedSessions()
    const added = families.flatMap((family) => family.added?.() ?? [])
    return {
      relays: client.relays(),
      chains: [...parameters.chains, ...added],
      networks: families.flatMap((family) => family.chains().flatMap((chain) => family.network(chain) ?? [])),
      sessions,
      permitted: sessions.length > 0,
    }
  }
  const owner = createOwner<PairedHoldings, PairedSubject>({
    accounts: parameters.accounts.length,
    policy: parameters.policy,
    storage,
    memoryKey: pairedMemoryKeys.owner,
    start: () => ({
      ...holdings(),
      ready: false,
      refusals: [],
      accounts: families.flatMap(({ accounts }) => accounts),
    }),
  })

  /** The indexes of a family's accounts that an app sees, the current account first. */
  const shownOf = ({ accounts }: PairedFamily) => {
    const { account } = owner.getState()
    const active = accounts.filter(({ index }) => index === account)
    const others = shares === 'all' ? accounts.filter(({ index }) => index !== account) : []
    return [...active, ...others].map(({ index }) => index)
  }
  const accountsOf = (family: PairedFamily, chains: readonly string[]) =>
    chains.flatMap((chain) => shownOf(family).map((index) => `${chain}:${family.addressOn(chain, index)}`))
  const propertiesOf = (namespaces: SessionNamespaces) =>
    Object.assign(
      {},
      ...families.map((family) => {
        const [chain] = chainsOf(namespaces[family.namespace]?.accounts ?? [])
        return chain === undefined ? {} : family.sessionProperties?.(chain, shownOf(family))
      }),
    ) as Record<string, string>
  const keep = (networks: PairedMemory['networks']) => {
    const live = new Set(client.sessions().map(({ topic }) => topic))
    kept = {
      networks: Object.fromEntries(Object.entries(networks).filter(([key]) => live.has(key.split('/')[0] ?? ''))),
      added: families.flatMap((family) => family.added?.() ?? []),
    }
    storage?.setItem(pairedMemoryKeys.networks, JSON.stringify(kept))
  }

  /** Gives an app different chains or accounts. If the session has ended in the meantime, nothing needs to be done. */
  const tell = async (topic: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (client.sessions().some((session) => session.topic === topic)) throw error
    }
  }
  const moveTo = (topic: string, chain: string) =>
    tell(topic, async () => {
      const session = client.sessions().find((known) => known.topic === topic)
      const family = familyOf(chain)
      const shared = family && session?.namespaces[family.namespace]
      if (!session || !family || !shared) return
      const chains = chainsOf(shared.accounts)
      if (!chains.includes(chain)) {
        const next = [...chains, chain]
        const namespace = { ...shared, chains: next, accounts: accountsOf(family, next) }
        await client.update({ topic, namespaces: { ...session.namespaces, [family.namespace]: namespace } })
      }
      keep({ ...kept.networks, [topic]: chain, [`${topic}/${family.namespace}`]: chain })
      owner.update(holdings())
      if (shared.events.includes('chainChanged'))
        await client.emit({ topic, chainId: chain, name: 'chainChanged', data: family.toChainData(chain) })
    })
  const shareAccounts = (topic: string) =>
    tell(topic, async () => {
      const session = toPairedSessions().find((known) => known.topic === topic)
      if (!session) return
      const shown = families.flatMap((family) => {
        const shared = session.namespaces[family.namespace]
        if (!shared) return []
        const accounts = accountsOf(family, chainsOf(shared.accounts))
        // If a family does not have the current account, it keeps the previous one.
        const changed = accounts.length > 0 && accounts.join() !== shared.accounts.join()
        return changed ? [{ family, shared: { ...shared, accounts } }] : []
      })
      if (shown.length === 0) return
      const namespaces = Object.fromEntries(shown.map(({ family, shared }) => [family.namespace, shared]))
      await client.update({ topic, namespaces: { ...session.namespaces, ...namespaces } })
      for (const { family, shared } of shown) {
        const chains = chainsOf(shared.accounts)
        const chainId = chains.includes(session.chain) ? session.chain : chains[0]
        if (chainId === undefined) continue
        const { name, data } = family.toAccountsEvent(chainId, shownOf(family))
        if (shared.events.includes(name)) await client.emit({ topic, chainId, name, data })
      }
    })
  // Apps receive changes in the order in which they happened.
  const inOrder = createWorkQueue()

  const answers = createPendingAnswers({
    client,
    owner,
    families,
    accountsOf,
    currentChain,
    propertiesOf,
    moveTo,
    begun: createBegunRequests(storage),
  })
  const refresh = () => {
    if (owner.getState().present) owner.update(holdings())
  }
  const unsubscribe = client.subscribe((event) => {
    if (event.type === 'pendingChanged') return answers.follow()
    refresh()
  })
  let ended = false
  const destroy = () => {
    if (ended) return
    ended = true
    unsubscribe()
    answers.stop()
    client.destroy()
  }
  const started = client.ready().then(() => {
    if (ended) return
    owner.update({ ...holdings(), ready: true })
    answers.follow()
  })
  // Callers of `ready` receive the error.
  started.catch(() => undefined)

  return {
    getState: (): PairedWalletState => owner.getState(),
    subscribe: owner.subscribe,
    requests: owner.requests,
    waitForRequest: owner.waitForRequest,
    setPolicy: owner.setPolicy,
    ready: () => started,
    pair: (uri) => client.pair({ uri }),
    approve: answers.approve,
    reject: answers.reject,
    setAccount: (index) => {
      owner.setAccount(index)
      return inOrder(async () => {
        for (const { topic } of client.sessions()) await shareAccounts(topic)
      })
    },
    switchChain: async ({ chain, topic }) => {
      if (!familyOf(chain)?.network(chain)) throw new Error(`The wallet has no chain ${chain}`)
      return inOrder(async () => {
        for (const session of client.sessions())
          if (topic === undefined || session.topic === topic) await moveTo(session.topic, chain)
      })
    },
    disconnect: async (topic) => {
      const topics = topic === undefined ? client.sessions().map((session) => session.topic) : [topic]
      for (const each of topics) await client.disconnect({ topic: each })
      refresh()
    },
    disappear: () => {
      owner.disappear()
      destroy()
    },
    destroy,
  }
}

function toEndpoints({ relays, projectId }: PairedWalletParameters): [RelayEndpoint, ...RelayEndpoint[]] {
  const toEndpoint = (relay: string | RelayEndpoint): RelayEndpoint => {
    if (typeof relay !== 'string') return relay
    if (projectId === undefined) throw new Error(`The relay ${relay} needs a project id`)
    return { url: relay, projectId }
  }
  const [first, ...others] = relays
  return [toEndpoint(first), ...others.map(toEndpoint)]
}
