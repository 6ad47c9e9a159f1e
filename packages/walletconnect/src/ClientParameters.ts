import type { ClientEnvironment } from './ClientEnvironment.ts'
import type { TabSharing } from './sharing/TabSharing.ts'
import type { ClientStorage } from './storage/ClientStorage.ts'

/** A relay that a client connects to. */
export type RelayEndpoint = {
  /** `wss://…`, exactly as the relay is configured: it is the audience of the client's token. */
  url: string
  /** Project ID from the operator of this relay. */
  projectId: string
}

/** Name, links and icons that an app or a wallet announces to its peer. */
export type PeerMetadata = {
  name: string
  description: string
  url: string
  icons: readonly string[]
  redirect?: { native?: string; universal?: string }
}

/** Parameters of a client in either role. */
export type ClientParameters = {
  /**
   * One relay or several. Messages that open a session go to all of them. A session then uses the relays on which the peer was heard,
   * and any connected relay while those are down.
   */
  relays: readonly [RelayEndpoint, ...RelayEndpoint[]]
  metadata: PeerMetadata
  /** Keeps keys, sessions and unsent messages. Default: memory, which ends with the process. */
  storage?: ClientStorage
  /** Shares the client between the tabs of an origin. Omit it if there is only one tab. */
  sharing?: TabSharing
  /** Clock, randomness, network and page. Default: the platform's; tests pass their own. */
  environment?: ClientEnvironment
}
