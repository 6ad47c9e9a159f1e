import type { ChainId } from '../caip/chainId.ts'

/**
 * Fields of a sign-in message (specification 3). Times are RFC 3339. Source: CAIP-122; for `eip155` the text is EIP-4361.
 */
export type SiwxMessageData = {
  accountAddress: string
  chainId: ChainId
  /** Host and port of the site: `example.com`, `localhost:5173`. */
  domain: string
  uri: string
  version: string
  nonce: string
  /** Required by EIP-4361, optional in CAIP-122. */
  issuedAt?: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  /**
   * One line. For `eip155` ASCII without quotation marks, backticks and % < > \ ^ { | } (EIP-4361). Otherwise any language, without
   * invisible characters.
   */
  statement?: string
  resources?: readonly string[]
  /** Scheme of the site's origin, `https`; usually absent. */
  scheme?: string
}

/** A message without address and network. The wallet fills them in when it connects or logs in. */
export type OneClickMessage = Omit<SiwxMessageData, 'accountAddress' | 'chainId'> & { issuedAt: string }

/** A sign-in that is requested together with the connection. Its address is not known yet. */
export type OneClickSignIn = { chainIds: readonly ChainId[]; message: OneClickMessage }

/** A signed sign-in. */
export type SiwxSession = {
  data: SiwxMessageData
  /** The exact signed text. */
  message: string
  /** `0x…` for `eip155`; base58 for `solana`; base64 for `bip122`. */
  signature: string
}
