/** Reason why an upstream gave no usable answer. */
export type UpstreamFailureReason = 'unreachable' | 'timeout' | 'limited' | 'server-error' | 'garbage' | 'slow'

/** An upstream gave no usable answer. Another one may. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure'
  readonly reason: UpstreamFailureReason

  constructor(reason: UpstreamFailureReason, message: string) {
    super(message)
    this.reason = reason
  }
}
