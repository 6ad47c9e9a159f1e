import type { SigningTimes } from './messageDigests.ts'

/** Proof that an address signed a message (BIP-322): the input of `to_sign`, and when it is valid. */
export type MessageProof = SigningTimes & {
  scriptSig: Uint8Array
  witness: readonly Uint8Array[]
}
