/** Reasons of an invalid DPoP proof, each with its message. */
export const dpopReasons = {
  missing: 'There is no single proof in the DPoP header',
  malformed: 'The proof does not hold',
  no_key: 'The proof names no key',
  bad_key: 'The key of the proof is not a public P-256 key',
  other_key: 'The proof is of another key than the token',
  other_method: 'The proof is for another method',
  other_address: 'The proof is for another address',
  future: 'The proof is of a time that is still to come',
  old: 'The proof is too old, or a clock is wrong',
  other_token: 'The proof is for another token',
  no_id: 'The proof has no id',
  used: 'The proof was used before',
} as const

/** Reason of an invalid DPoP proof. */
export type DpopReason = keyof typeof dpopReasons

/** An invalid DPoP proof. */
export class DpopError extends Error {
  override readonly name = 'DpopError'
  readonly reason: DpopReason
  /** For `future`: seconds by which its clock is ahead. */
  readonly seconds: number

  constructor(reason: DpopReason, { seconds = 0, cause }: { seconds?: number; cause?: unknown } = {}) {
    super(dpopReasons[reason], { cause })
    this.reason = reason
    this.seconds = seconds
  }
}
