import { isEvmAddress } from '@latchkey/protocol'
import { getIdentity } from '@latchkey/protocol/api'
import type { Environment } from '../environment/Environment.ts'
import type { ApiClient } from '../http/createApiClient.ts'
import type { Store } from '../store/Store.ts'
import { askInTime } from './askInTime.ts'
import type { Identity, NamesState } from './NamesFeature.ts'

/** Milliseconds for which an answer counts. */
const lifetime = 300_000
/** Milliseconds that pass after a failure before the address is asked for again. */
const pause = 30_000
/** How many are asked for at the same time. */
const most = 4

/** Learns who addresses are. */
export type Identifier = {
  /** See `NamesFeature`. */
  identify: (options: { address: string }) => void
  /** The address has a name from now on, whatever was asked before; the server's newest word follows. */
  note: (options: { address: string; name: string }) => void
  /** Asks again, past every copy of the answer in this browser. */
  refresh: (options: { address: string }) => void
  destroy: () => void
}

/** Makes what learns who addresses are, a few at a time. */
export function createIdentifier({
  client,
  environment,
  store,
}: {
  client: ApiClient
  environment: Environment
  store: Store<NamesState>
}): Identifier {
  /** By address in lower case: from when on it may be asked for again. */
  const dueAt = new Map<string, number>()
  /** By address in lower case: the question whose answer counts. */
  const newest = new Map<string, object>()
  const waiting: { key: string; fresh: boolean }[] = []
  let asking = 0
  let isOver = false

  const set = (key: string, identity: Identity) =>
    store.setState((state) => {
      const before = state.identities[key]
      if (before?.name === identity.name && before?.image === identity.image && before) return state
      return { ...state, identities: { ...state.identities, [key]: identity } }
    })

  const ask = async (question: (typeof waiting)[number]) => {
    const { key, fresh } = question
    const isNewest = () => !isOver && newest.get(key) === question
    try {
      const { data } = await askInTime({
        environment,
        ask: (signal) => client.request(getIdentity, { params: { address: key }, query: {}, signal, fresh }),
      })
      if (!isNewest()) return
      dueAt.set(key, environment.now() + lifetime)
      // The server remembers its own answers as well, so that it may know less than this page.
      if (data.name === null && fresh && store.getState().identities[key]?.name) return
      set(key, { name: data.name ?? undefined, image: data.avatar ?? undefined })
    } catch {
      if (isNewest()) dueAt.set(key, environment.now() + pause)
    }
  }
  const next = () => {
    const question = asking < most && !isOver ? waiting.shift() : undefined
    if (!question) return
    asking++
    void ask(question).finally(() => {
      asking--
      next()
    })
  }
  const enqueue = (address: string, fresh: boolean) => {
    const key = address.toLowerCase()
    const question = { key, fresh }
    dueAt.set(key, Number.POSITIVE_INFINITY)
    newest.set(key, question)
    waiting.push(question)
    next()
  }

  return {
    identify: ({ address }) => {
      if (!isEvmAddress(address) || environment.now() < (dueAt.get(address.toLowerCase()) ?? 0)) return
      enqueue(address, false)
    },
    note: ({ address, name }) => {
      const key = address.toLowerCase()
      const before = store.getState().identities[key]
      set(key, { name, image: before?.name === name ? before.image : undefined })
      enqueue(address, true)
    },
    refresh: ({ address }) => enqueue(address, true),
    destroy: () => {
      isOver = true
    },
  }
}
