/** Result of a broadcast: the node has the bytes, their nonce is used, the account cannot pay, or another refusal. */
export type BroadcastOutcome = 'taken' | 'number-used' | 'unfunded' | 'refused'

/**
 * Interprets a node's answer to a broadcast. Known bytes count as accepted.
 *
 * @param refusal the node's message; undefined if it accepted them
 */
export function judgeBroadcast(refusal: string | undefined): BroadcastOutcome {
  if (refusal === undefined || /already (known|imported|exists)|known transaction/i.test(refusal)) return 'taken'
  if (/nonce.*too low|replacement.*underpriced/i.test(refusal)) return 'number-used'
  return /insufficient funds|not enough funds/i.test(refusal) ? 'unfunded' : 'refused'
}
