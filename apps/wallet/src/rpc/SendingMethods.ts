/** Asks the network of a transaction. */
export type AskNetwork = (method: string, params: readonly unknown[]) => Promise<unknown>

/** How the networks of a family are told of a signed transaction, and asked what became of it. */
export type SendingMethods = {
  send: (options: { ask: AskNetwork; signed: string; options?: object | undefined }) => Promise<unknown>
  /** `unknown`: the network has none of that hash. Rejects where it does not answer. */
  find: (options: { ask: AskNetwork; hash: string }) => Promise<'unknown' | 'pending' | 'included'>
  /** How often the same bytes are sent when the answer is lost: more than once only where the network takes them as the same. */
  tries: number
  /** Milliseconds after which one that the network does not know will never come. */
  lifetime: number
}
