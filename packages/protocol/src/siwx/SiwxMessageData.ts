import type { ChainId } from '../caip/chainId.ts'

/**
 * What a wallet signs to sign in (specification 3). Times are RFC 3339. Source: CAIP-122; for `eip155` its text is EIP-4361.
 */
export type SiwxMessageData = {
  accountAddress: string
  chainId: ChainId
  /** Host and port of the site: `example.com`, `localhost:5173`. */
  domain: string
  uri: string
  version: string
  nonce: string
  /** EIP-4361 wants one; CAIP-122 does not. */
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  /**
   * One line. For `eip155` ASCII, without quotation marks, backticks and any of % < > \ ^ { | } (EIP-4361); otherwise any language,
   * and nothing that is not seen.
   */
  statement?: string
  resources?: readonly string[]
  /** Of the site's origin, `https`; most messages leave it out. */
  scheme?: string
}

/** A message whose address and network are not known yet: the wallet that connects, or logs in, fills them in. */
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
