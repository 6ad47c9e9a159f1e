import type { SiwxMessageData } from '../SiwxMessageData.ts'

/** A text that is, or is not, a sign-in message. */
export type SiwxTextVector = {
  name: string
  /** Source of the text, or of the rule that it shows. */
  source: string
  text: string
  /** Why our result differs from the source's. */
  differs?: string
} & (
  | { data: SiwxMessageData; issue?: never }
  /** The first wrong field. */
  | { data?: never; issue: keyof SiwxMessageData }
)

/** A signature by the key of an account, and whether it is valid for a sign-in. */
export type SiwxSignatureVector = {
  name: string
  source: string
  message: string
  /** `0x…` for `eip155`, base58 for `solana`. */
  signature: string
  /** Time of the verification, RFC 3339. A verifier that requires fresh messages refuses some that the source accepts. */
  at: string
  /** Requirements of the verifier, if they differ from the message. */
  wanted?: { domain?: string; nonce?: string }
  valid: boolean
  /** The fault: the text, its time, the site or nonce that it is for, or the signer. */
  fault?: 'message' | 'time' | 'domain' | 'nonce' | 'signature'
  differs?: string
}

/** A signature that the contract of an account confirms, on the message's network. */
export type SiwxContractVector = {
  name: string
  source: string
  /** `eip6492`: the contract is not deployed yet. */
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
  /** The wrong field; undefined if the message states its abilities correctly. */
  issue?: 'resources' | 'statement'
  differs?: string
}
