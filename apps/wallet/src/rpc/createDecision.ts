/** A decision that is waited for. */
export type Decision = {
  promise: Promise<boolean>
  settle: (approved: boolean) => void
  fail: (reason: unknown) => void
  /** What a decision does from now on: there is nothing left to decide. */
  next: (then: () => void) => void
}

/** One decision of a person; later ones only close what is left on the screen. */
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
