import type { AccountId, ChainId } from '@latchkey/protocol'
import type { OneClickMessage, OneClickSignIn, SiwxMessageData, SiwxSession } from '@latchkey/protocol/siwx'

export type { OneClickMessage, OneClickSignIn, SiwxMessageData, SiwxSession }

/** A message to sign: its fields, and the exact text that the wallet shows. */
export type SiwxMessage = SiwxMessageData & { toString: () => string }

/**
 * Sign in with any network. An app implements this interface to create messages and to store sign-ins. The kit asks a connected account
 * without a sign-in for one, unless sign-in is optional and `asksOnConnect` returns false.
 */
export type Siwx = {
  createMessage: (options: { accountAddress: string; chainId: ChainId }) => Promise<SiwxMessage>
  /**
   * Creates the message of a one-click sign-in, which the wallet receives together with the connection. It may be signed once for each
   * network. If missing, wallets connect first and sign afterwards.
   */
  createOneClick?: (options: { chainIds: readonly ChainId[] }) => Promise<OneClickMessage>
  /** Verifies and stores a sign-in. @throws any error if it is invalid */
  addSession: (session: SiwxSession) => Promise<void>
  revokeSession: (options: { chainId: ChainId; address: string }) => Promise<void>
  /** Replaces all sign-ins. An empty list signs out all accounts. */
  setSessions: (sessions: readonly SiwxSession[]) => Promise<void>
  /** Returns the sign-ins of an address. Those of other addresses are ignored. The app decides for which networks one is valid. */
  getSessions: (options: { chainId: ChainId; address: string }) => Promise<readonly SiwxSession[]>
  /** Whether accounts without a sign-in are disconnected. Default false. */
  getRequired?: () => boolean
  /**
   * Whether the kit asks for a sign-in after a connection or reconnection. If false, and a sign-in is not required, the app asks when it
   * needs one (`signIn()`). Default true.
   */
  asksOnConnect?: () => boolean
  /** Whether a disconnect also ends the sign-ins. Default true. */
  signOutOnDisconnect?: boolean
  /** Calls the listener after sign-ins changed in another tab or on the app's server. @returns a function that stops it */
  subscribe?: (listener: () => void) => () => void
}

/** The account of a sign-in. */
export type SiwxSubject = { accountId: AccountId; chainId: ChainId; address: string }
