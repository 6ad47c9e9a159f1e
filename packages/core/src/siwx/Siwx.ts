import type { AccountId, ChainId } from '@latchkey/protocol'

/**
 * What a wallet signs to sign in (specification 3). Times are ISO 8601. Source: CAIP-122; for `eip155` its text is EIP-4361.
 */
export type SiwxMessageData = {
  accountAddress: string
  chainId: ChainId
  domain: string
  uri: string
  version: string
  nonce: string
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  statement?: string
  resources?: readonly string[]
}

/** A message that is ready to be signed: its data, and the exact text that the wallet shows. */
export type SiwxMessage = SiwxMessageData & { toString: () => string }

/** A message whose address and network are not known yet: the wallet that connects fills them in. */
export type OneClickMessage = Omit<SiwxMessageData, 'accountAddress' | 'chainId'> & { issuedAt: string }

/** A sign-in that a wallet is asked for together with the connection. Its address is not known yet. */
export type OneClickSignIn = { chainIds: readonly ChainId[]; message: OneClickMessage }

/** A sign-in that a wallet has signed. */
export type SiwxSession = {
  data: SiwxMessageData
  /** The exact text that was signed. */
  message: string
  /** `0x…` for `eip155`; base58 for `solana`; base64 for `bip122`. */
  signature: string
}

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
  /** Whether disconnecting also ends the sessions. Default true. */
  signOutOnDisconnect?: boolean
}

/** Whose sign-in is meant. */
export type SiwxSubject = { accountId: AccountId; chainId: ChainId; address: string }
