import type { AccountId, ChainId } from '@latchkey/protocol'
import type { OneClickMessage, OneClickSignIn, SiwxMessageData, SiwxSession } from '@latchkey/protocol/siwx'

export type { OneClickMessage, OneClickSignIn, SiwxMessageData, SiwxSession }

/** A message that is ready to be signed: its data, and the exact text that the wallet shows. */
export type SiwxMessage = SiwxMessageData & { toString: () => string }

/**
 * Sign in with any wallet: what an app gives the kit so that it can ask for a signature and keep who is signed in. A
 * connected account without a session is asked for one on every network where `getRequired` answers true or nothing.
 */
export type Siwx = {
  createMessage: (options: { accountAddress: string; chainId: ChainId }) => Promise<SiwxMessage>
  /**
   * Makes the message of a sign-in that a wallet is asked for together with the connection (one click). It may be signed once for
   * each of the networks. Left out: wallets connect first, and sign then.
   */
  createOneClick?: (options: { chainIds: readonly ChainId[] }) => Promise<OneClickMessage>
  /** Checks and stores a session. @throws whatever speaks against it */
  addSession: (session: SiwxSession) => Promise<void>
  revokeSession: (options: { chainId: ChainId; address: string }) => Promise<void>
  /** Replaces all sessions; with none, everybody is signed out. */
  setSessions: (sessions: readonly SiwxSession[]) => Promise<void>
  /** The sessions of an address; those of other addresses count for nothing. Which networks a session counts for is the app's to say. */
  getSessions: (options: { chainId: ChainId; address: string }) => Promise<readonly SiwxSession[]>
  /** Whether an account without a session may not stay connected. Default false. */
  getRequired?: () => boolean
  /**
   * Whether an account that connects, or comes back, without a session is asked to sign in at once. Where it answers false, and a session is not
   * required, the app asks when it needs one (`signIn()`). Default true.
   */
  asksOnConnect?: () => boolean
  /** Whether disconnecting also ends the sessions. Default true. */
  signOutOnDisconnect?: boolean
  /** Calls back when sessions began or ended elsewhere: in another tab, or because the app's server ended them. @returns what ends it */
  subscribe?: (listener: () => void) => () => void
}

/** Whose sign-in is meant. */
export type SiwxSubject = { accountId: AccountId; chainId: ChainId; address: string }
