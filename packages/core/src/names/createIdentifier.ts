import { type ChainId, isEvmAddress, toCoinType } from '@latchkey/protocol'
import { getIdentities, getIdentity, maxIdentities } from '@latchkey/protocol/api'
import type { Environment } from '../environment/Environment.ts'
import { askInTime } from '../http/askInTime.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { NetworksFeature } from '../networks/NetworksFeature.ts'
import type { Store } from '../store/Store.ts'
import type { Identity, NamesState } from './NamesFeature.ts'

/** Milliseconds for which an identity is cached. */
const lifetime = 300_000
/** Milliseconds after a failure until an address can be requested again. */
const pause = 30_000

/** Parallel requests: one for any waiting address, one for new ones, so that a new address does not wait behind a long list. */
const requestKinds = ['any', 'new'] as const

/** Loads identities of addresses. */
export type Identifier = {
  /** See `NamesFeature`. */
  identify: (options: { address: string }) => void
  /** Sets a name of an address, in place of any running request. The server's newest answer follows. */
  note: (options: { address: string; name: string }) => void
  /** Loads the identity again, without cached copies in this browser. */
  refresh: (options: { address: string }) => void
  destroy: () => void
}

/**
 * Creates the loader of identities on the current network. Addresses that are requested in the same task share a request, the newest first.
 * A change of the network clears all identities, because a contract's name may not apply there, and loads them again.
 */
export function createIdentifier({
  client,
  environment,
  networks,
  store,
}: {
  client: ApiClient
  environment: Environment
  networks: NetworksFeature
  store: Store<NamesState>
}): Identifier {
  /** By address in lower case, the newest last: time from which it may be requested again. */
  const dueAt = new Map<string, number>()
  /** By address in lower case: the request whose answer counts. */
  const newest = new Map<string, object>()
  /** Waiting addresses, the newest last: whether they were added after the last request. */
  const waiting = new Map<string, boolean>()
  const underWay = new Map<(typeof requestKinds)[number], object>()
  let chainId = evmNetworkOf(networks)
  let isDue = false
  let isOver = false

  const set = (learnt: readonly (readonly [string, Identity])[]) =>
    store.setState((state) => {
      const changes = learnt.filter(([key, { name, image }]) => {
        const before = state.identities[key]
        return before?.name !== name || before?.image !== image || !before
      })
      if (changes.length === 0) return state
      return { ...state, identities: { ...state.identities, ...Object.fromEntries(changes) } }
    })

  const ask = async ({ keys, fresh, question }: { keys: readonly string[]; fresh: boolean; question: object }) => {
    for (const key of keys) newest.set(key, question)
    const [address = ''] = keys
    const answers = await askInTime({
      environment,
      ask: async (signal) => {
        if (!fresh) {
          const query = { addresses: keys.join(), chainId }
          return (await client.request(getIdentities, { query, signal, isRead: false })).data.identities
        }
        const question = { params: { address }, query: { chainId }, signal, fresh, isRead: false }
        const { data } = await client.request(getIdentity, question)
        return [{ address, ...data }]
      },
    }).catch(() => [])
    if (isOver) return
    const byKey = new Map(answers.map((answer) => [answer.address.toLowerCase(), answer]))
    const learnt = keys.flatMap((key) => {
      if (newest.get(key) !== question) return []
      const answer = byKey.get(key)
      dueAt.set(key, environment.now() + (answer ? lifetime : pause))
      if (!answer) return []
      const { name, avatar } = answer
      // The server caches its answers too, so it may be older than this page's state.
      if (name === null && fresh && store.getState().identities[key]?.name) return []
      return [[key, { name: name ?? undefined, image: avatar ?? undefined }] as const]
    })
    set(learnt)
  }
  const next = () => {
    isDue = false
    const kind = requestKinds.find((one) => !underWay.has(one))
    if (!kind || isOver) return
    const open = [...waiting].filter(([, isNew]) => isNew || kind === 'any')
    const keys = open.slice(-maxIdentities).map(([key]) => key)
    if (keys.length === 0) return
    for (const key of keys.reverse()) waiting.delete(key)
    for (const key of waiting.keys()) waiting.set(key, false)
    const question = {}
    underWay.set(kind, question)
    void ask({ keys, fresh: false, question }).finally(() => {
      // A discarded request delays nothing.
      if (underWay.get(kind) !== question) return
      underWay.delete(kind)
      next()
    })
  }
  /** Adds an address to the request of this task, before addresses that already wait. */
  const enqueue = (key: string) => {
    for (const map of [dueAt, waiting]) map.delete(key)
    dueAt.set(key, Number.POSITIVE_INFINITY)
    waiting.set(key, true)
    if (isDue) return
    isDue = true
    queueMicrotask(next)
  }
  const askFresh = (key: string) => {
    for (const map of [dueAt, waiting]) map.delete(key)
    dueAt.set(key, Number.POSITIVE_INFINITY)
    void ask({ keys: [key], fresh: true, question: {} })
  }

  const stop = networks.subscribe(() => {
    const before = chainId
    chainId = evmNetworkOf(networks)
    if (chainId === before) return
    const known = [...dueAt.keys()]
    for (const map of [newest, underWay]) map.clear()
    if (known.length > 0) store.setState((state) => ({ ...state, identities: {} }))
    for (const key of known) enqueue(key)
  })

  return {
    identify: ({ address }) => {
      const key = isEvmAddress(address) ? address.toLowerCase() : undefined
      if (key === undefined) return
      if (waiting.has(key) || environment.now() >= (dueAt.get(key) ?? 0)) enqueue(key)
    },
    note: ({ address, name }) => {
      const key = address.toLowerCase()
      const before = store.getState().identities[key]
      set([[key, { name, image: before?.name === name ? before.image : undefined }]])
      askFresh(key)
    },
    refresh: ({ address }) => askFresh(address.toLowerCase()),
    destroy: () => {
      isOver = true
      stop()
    },
  }
}

/** Returns the EVM network whose names apply; undefined for other families, where only names for all networks apply. */
function evmNetworkOf(networks: NetworksFeature): ChainId | undefined {
  const { active, unsupportedChainId } = networks.getState()
  const chainId = active?.caipNetworkId ?? unsupportedChainId
  return chainId !== undefined && toCoinType(chainId) !== undefined ? chainId : undefined
}
