import type { ChainId, ChainNamespace } from '@latchkey/protocol'

/** An EIP-1193 provider. */
export type Eip1193Provider = {
  request: (args: { method: string; params?: unknown }) => Promise<unknown>
  on?: (event: string, listener: (...args: never[]) => void) => unknown
  removeListener?: (event: string, listener: (...args: never[]) => void) => unknown
}

/** What a wallet shows of itself. */
export type ConnectorInfo = {
  /** Stable between visits: the wallet's rdns where it has one. */
  id: string
  name: string
  /** A `data:` URI or a first-party URL; null when the wallet gave none that is safe to show. */
  icon: string | null
  rdns: string | null
  /** How the wallet is reached. */
  type: 'injected' | 'embedded'
}

/** An account and network that a connector reached. Addresses are as the wallet gave them, EIP-55 checksummed by the connector when they had no checksum. */
export type ConnectorSession = {
  accounts: readonly [string, ...string[]]
  /** The network that the wallet is on; it may be one that the app does not support. */
  chainId: ChainId
}

/** What a connector tells while it is connected. */
export type ConnectorEvent =
  | { type: 'accountsChanged'; accounts: readonly string[] }
  | { type: 'chainChanged'; chainId: ChainId }
  | { type: 'disconnected' }

/** One way to reach one wallet. */
export type Connector = {
  info: ConnectorInfo
  namespace: ChainNamespace
  /** Asks the wallet for accounts. `silent` must never open a prompt: it answers undefined when the wallet would have to ask. */
  connect: (options: { silent: boolean; signal: AbortSignal }) => Promise<ConnectorSession | undefined>
  /** Forgets the session; asks the wallet to revoke where it can. Never rejects because the wallet is gone. */
  disconnect: () => Promise<void>
  /** The wallet's EIP-1193 provider. */
  getProvider: () => Eip1193Provider
  subscribe: (listener: (event: ConnectorEvent) => void) => () => void
}
