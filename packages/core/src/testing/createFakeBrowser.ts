import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import { readConnectionRecord } from '@latchkey/protocol'
import { createConnection } from '../connection/createConnection.ts'
import * as connectionEngine from '../connection/createConnectionEngine.ts'
import type { Connector, ConnectorEvent, WalletAccount } from '../connectors/Connector.ts'
import type { ConnectorRegistry } from '../connectors/ConnectorRegistry.ts'
import { connectionRecordKey, createConnectionStorage } from '../storage/createConnectionStorage.ts'
import { createTestTabs, type TestEnvironment } from './createTestEnvironment.ts'

/** The wallets of a {@link Browser}: two of one family, one of each other family. */
export const walletIds = ['dev.a', 'dev.b', 'solana:c', 'bip122:d'] as const

/** A wallet without keys, shared by all tabs. The test controls its behavior. */
export type FakeWallet = {
  id: string
  /** Whether it announces itself. */
  present: boolean
  /** Whether it answers. */
  healthy: boolean
  /** Whether it shares its accounts with the site. */
  permitted: boolean
  chainId: ChainId
  /** The active one first. */
  addresses: readonly string[]
  /** Requests for accounts that are not answered yet. */
  requests: { tab: Tab; isCurrent: () => boolean; answer: (approved: boolean) => void }[]
  /** Requests that arrived while it did not answer. */
  hanging: (() => void)[]
  /** Makes it answer again, even old requests. */
  recover: () => void
  changeAccount: () => void
  changeChain: () => void
  /** Takes the permission back and emits the event. */
  revoke: (event: ConnectorEvent) => void
  /** The provider for apps. Without keys, it refuses everything. */
  provider: object
  /** Whether it can be restored without a prompt. */
  isReady: () => boolean
}

/** A tab with its own connections. */
export type Tab = {
  environment: TestEnvironment
  registry: ConnectorRegistry & { announce: (id: string) => void }
  connection: ReturnType<typeof createConnection>
  /** The wallet whose answer the visitor waits for, according to the model. */
  attempt: string | undefined
}

/** Two tabs that share storage and wallets. */
export type Browser = {
  tabs: readonly [Tab, Tab]
  wallet: (id: string) => FakeWallet
  /** Number of listeners of a wallet in all tabs. */
  listeners: (id: string) => number
  storedIds: () => readonly string[]
  advance: (milliseconds: number) => Promise<void>
  reload: (index: 0 | 1) => void
  close: () => void
}

/** Waits until all pending promises are settled. */
export async function flush(): Promise<void> {
  for (let turn = 0; turn < 24; turn++) await undefined
}

const chains = {
  eip155: ['eip155:1', 'eip155:8453'],
  solana: ['solana:a', 'solana:b'],
  bip122: ['bip122:a', 'bip122:b'],
} as const

/** Creates a browser with two tabs, without any earlier connection. */
export function createBrowser(): Browser {
  const shared = createTestTabs()
  let stored: { text: string | undefined; ids: readonly string[] } = { text: undefined, ids: [] }
  const listeners = new Map<string, Set<(event: ConnectorEvent) => void>>(walletIds.map((id) => [id, new Set()]))
  const emit = (id: string, event: ConnectorEvent) => {
    for (const listener of [...(listeners.get(id) ?? [])]) listener(event)
  }
  const namespaceOf = (id: string) => (id.includes(':') ? id.split(':')[0] : 'eip155') as ChainNamespace
  const accountsOf = ({ id, addresses }: FakeWallet) =>
    addresses.map((address): WalletAccount => ({ namespace: namespaceOf(id), address, type: 'eoa' }))

  const wallets = new Map<string, FakeWallet>(
    walletIds.map((id) => {
      const wallet: FakeWallet = {
        id,
        present: true,
        healthy: true,
        permitted: false,
        chainId: chains[namespaceOf(id)][0],
        addresses: [`${id}/0`, `${id}/1`],
        requests: [],
        hanging: [],
        recover: () => {
          wallet.healthy = true
          for (const answer of wallet.hanging.splice(0)) answer()
        },
        changeAccount: () => {
          wallet.addresses = [...wallet.addresses].reverse()
          if (wallet.permitted) emit(id, { type: 'accountsChanged', accounts: accountsOf(wallet) })
        },
        changeChain: () => {
          const [one, two] = chains[namespaceOf(id)]
          wallet.chainId = wallet.chainId === one ? two : one
          emit(id, { type: 'chainChanged', chainId: wallet.chainId })
        },
        revoke: (event) => {
          wallet.permitted = false
          emit(id, event)
        },
        provider: { request: () => Promise.reject(new Error('A fake wallet has no provider')) },
        isReady: () => wallet.present && wallet.healthy && wallet.permitted,
      }
      return [id, wallet]
    }),
  )
  const walletOf = (id: string) => {
    const wallet = wallets.get(id)
    if (!wallet) throw new Error(`No wallet ${id}`)
    return wallet
  }

  const openTab = (): Tab => {
    const environment = shared.open({ settle: flush })
    const subscribed: (() => void)[] = []
    const connectors = new Map<string, Connector>(
      walletIds.map((id) => {
        const wallet = walletOf(id)
        const session = () => {
          const [first, ...others] = accountsOf(wallet)
          if (!first) throw new Error('A wallet has accounts')
          return { accounts: [first, ...others] as const, chainId: wallet.chainId }
        }
        const connector: Connector = {
          info: { id, namespace: namespaceOf(id), name: id, icon: null, rdns: null, type: 'injected' },
          connect: async ({ silent, signal }) => {
            if (!wallet.healthy) await new Promise<void>((resolve) => wallet.hanging.push(resolve))
            if (wallet.permitted) return session()
            if (silent) return undefined
            return new Promise((resolve, reject) => {
              wallet.requests.push({
                tab,
                isCurrent: () => !signal.aborted,
                answer: (approved) => (approved ? resolve(session()) : reject({ code: 4001, message: 'No' })),
              })
            })
          },
          disconnect: async () => walletOf(id).revoke({ type: 'accountsChanged', accounts: [] }),
          getProvider: () => wallet.provider as ReturnType<Connector['getProvider']>,
          subscribe: (listener) => {
            const set = listeners.get(id)
            set?.add(listener)
            const stop = () => void set?.delete(listener)
            subscribed.push(stop)
            return stop
          },
        }
        return [id, connector]
      }),
    )
    const waiting = new Set<{ id: string; arrive: () => void }>()
    const find = (id: string) => (walletOf(id).present ? connectors.get(id) : undefined)
    const registry: Tab['registry'] = {
      getState: () => [],
      subscribe: () => () => {},
      discover: () => {},
      looking: () => undefined,
      listen: () => {},
      find,
      waitFor: ({ id, milliseconds, signal }) =>
        new Promise((resolve) => {
          const finish = () => {
            waiting.delete(entry)
            environment.clearTimeout(timer)
            signal.removeEventListener('abort', finish)
            resolve(find(id))
          }
          const entry = { id, arrive: finish }
          const timer = environment.setTimeout(finish, milliseconds)
          signal.addEventListener('abort', finish)
          waiting.add(entry)
          if (find(id)) finish()
        }),
      announce: (id) => {
        for (const entry of [...waiting]) if (entry.id === id) entry.arrive()
      },
      destroy: () => {
        for (const stop of subscribed) stop()
      },
    }
    const connection = createConnection({
      environment,
      registry,
      record: createConnectionStorage(environment),
      startChainId: () => undefined,
      report: () => {},
      // Already loaded, because a test runner takes longer to load it than many steps run.
      load: async <Chunk>() => connectionEngine as unknown as Chunk,
    })
    const tab: Tab = { environment, registry, connection, attempt: undefined }
    connection.prepare()
    void connection.reconnect()
    return tab
  }

  const tabs: [Tab, Tab] = [openTab(), openTab()]
  const closeTab = ({ connection, registry }: Tab) => {
    connection.destroy()
    registry.destroy()
  }
  return {
    tabs,
    wallet: walletOf,
    listeners: (id) => listeners.get(id)?.size ?? 0,
    storedIds: () => {
      const text = shared.storage.get(connectionRecordKey)
      // Called after every step, but seldom changed.
      if (text !== stored.text) {
        const record = readConnectionRecord(text ?? null)
        stored = { text, ids: record?.connections.map(({ connectorId }) => connectorId) ?? [] }
      }
      return stored.ids
    },
    advance: async (milliseconds) => {
      for (const { environment } of tabs) await environment.advance(milliseconds)
    },
    reload: (index) => {
      closeTab(tabs[index])
      // The requests of the old page are gone. The wallet's window stays open, and its answer is ignored.
      tabs[index] = openTab()
    },
    close: () => tabs.forEach(closeTab),
  }
}
