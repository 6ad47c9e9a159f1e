/** Sends a request about a transaction to the network. */
export type AskNetwork = (method: string, params: readonly unknown[]) => Promise<unknown>

/** How to submit a signed transaction to the networks of a family, and how to find it. */
export type SendingMethods = {
  send: (options: { ask: AskNetwork; signed: string; options?: object | undefined }) => Promise<unknown>
  /** `unknown`: the network has no such hash. Rejects without an answer. */
  find: (options: { ask: AskNetwork; hash: string }) => Promise<'unknown' | 'pending' | 'included'>
  /** How often the same bytes are sent after a lost answer: more than once only if the network treats them as the same. */
  tries: number
  /** Milliseconds after which an unknown transaction can no longer be included. */
  lifetime: number
}
