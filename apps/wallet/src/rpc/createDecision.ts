/** A pending decision. */
export type Decision = {
  promise: Promise<boolean>
  settle: (approved: boolean) => void
  fail: (reason: unknown) => void
  /** Replaces the effect of later decisions, because this one is made. */
  next: (then: () => void) => void
}

/** Creates one decision of the visitor. Later decisions only close the remaining card. */
export function createDecision(): Decision {
  let settle: (approved: boolean) => void = () => {}
  let fail: (reason: unknown) => void = () => {}
  let after: (() => void) | null = null
  const promise = new Promise<boolean>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  promise.catch(() => {})
  return {
    promise,
    settle: (approved: boolean) => {
      if (after) after()
      else settle(approved)
    },
    fail: (reason: unknown) => fail(reason),
    next: (then: () => void) => {
      after = then
    },
  }
}
