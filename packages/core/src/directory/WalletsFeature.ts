import type { WalletListing } from '@latchkey/protocol/api'
import type { ConnectorInfo } from '../connectors/Connector.ts'
import type { Readable } from '../store/Store.ts'

/** The wallets that this browser has, as they announce themselves (EIP-6963), recent ones marked. */
export type WalletsState = {
  installed: readonly (ConnectorInfo & { recent: boolean })[]
}

/** The wallets a visitor can choose from. */
export type WalletsFeature = Readable<WalletsState> & {
  /** Asks wallets to announce themselves again. */
  discover: () => void
  /** Fetches the code that connecting needs; for whoever shows wallets to choose from, so that the choice need not wait for it. */
  prepare: () => void
  /** The operator's directory, a page of 40 at a time. @throws LatchkeyError `network_request_failed`, `response_invalid` */
  search: (options: {
    search?: string
    page?: number
    signal?: AbortSignal
  }) => Promise<{ data: readonly WalletListing[]; count: number }>
}
