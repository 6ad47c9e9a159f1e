import type { SigningTimes } from './messageDigests.ts'

/** What shows that an address signed a message (BIP-322): what its input in `to_sign` carries, and when it counts. */
export type MessageProof = SigningTimes & {
  scriptSig: Uint8Array
  witness: readonly Uint8Array[]
}
