import type { ClientEnvironment } from './ClientEnvironment.ts'
import type { TabSharing } from './sharing/TabSharing.ts'
import type { ClientStorage } from './storage/ClientStorage.ts'

/** A relay to speak through. */
export type RelayEndpoint = {
  /** `wss://…`; it is the audience of the client's token, so it is written as the relay knows itself. */
  url: string
  /** The project id that this relay's operator gave. */
  projectId: string
}

/** What an app or a wallet tells the other side of itself. */
export type PeerMetadata = {
  name: string
  description: string
  url: string
  icons: readonly string[]
  redirect?: { native?: string; universal?: string }
}

/** What a client is made of, whichever its role. */
export type ClientParameters = {
  /**
   * One relay or several: everything that opens a session goes over all of them, and the session goes on with those on which
   * the other side was heard, or with any that works while those are down.
   */
  relays: readonly [RelayEndpoint, ...RelayEndpoint[]]
  metadata: PeerMetadata
  /** Keeps keys, sessions and what is still to be sent. Default: memory, so that nothing outlives the process. */
  storage?: ClientStorage
  /** Shares the client between the tabs of an origin; left out where there is one only. */
  sharing?: TabSharing
  /** Time, chance, network and page; the platform's unless a test owns them. */
  environment?: ClientEnvironment
}
