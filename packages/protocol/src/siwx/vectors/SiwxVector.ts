import type { SiwxMessageData } from '../SiwxMessageData.ts'

/** A text that is, or is not, a sign-in message. */
export type SiwxTextVector = {
  name: string
  /** Where the text, or what it shows, is from. */
  source: string
  text: string
  /** Why we judge it otherwise than its source does. */
  differs?: string
} & (
  | { data: SiwxMessageData; issue?: never }
  /** The first field that is not what it has to be. */
  | { data?: never; issue: keyof SiwxMessageData }
)

/** A signature by the key of an account, and whether it signs the account in. */
export type SiwxSignatureVector = {
  name: string
  source: string
  message: string
  /** `0x…` for `eip155`, base58 for `solana`. */
  signature: string
  /** When it is verified, RFC 3339. Whoever wants fresh messages refuses some that the source takes. */
  at: string
  /** What the verifier wants, where that is not what the message says. */
  wanted?: { domain?: string; nonce?: string }
  valid: boolean
  /** What is wrong: the text itself, its time, whom or what it is for, or who signed it. */
  fault?: 'message' | 'time' | 'domain' | 'nonce' | 'signature'
  differs?: string
}

/** A signature that the contract of an account vouches for, on the message's network. */
export type SiwxContractVector = {
  name: string
  source: string
  /** `eip6492`: the contract is not on the network yet. */
  kind: 'eip1271' | 'eip6492'
  message: string
  signature: `0x${string}`
}

/** A recap among the resources of a message. Source: ERC-5573. */
export type RecapVector = {
  name: string
  source: string
  statement?: string
  resources: readonly string[]
  /** The field that is wrong, undefined when the message says what it allows. */
  issue?: 'resources' | 'statement'
  differs?: string
}
