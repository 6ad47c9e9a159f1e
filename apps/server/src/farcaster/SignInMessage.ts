import type { EvmAddress } from '@latchkey/protocol'

/** What a message to sign in says, as it stands there. Source: EIP-4361. */
export type SignInMessage = {
  /** Who asks: a host, with the scheme in front of it where the message has one. */
  domain: string
  address: EvmAddress
  statement: string | undefined
  uri: string
  chainId: string
  nonce: string
  issuedAt: string
  expirationTime: string | undefined
  notBefore: string | undefined
  resources: readonly string[]
}
