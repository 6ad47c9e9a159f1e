/** What a node said of signed bytes: it has them, their number is used up, the account cannot pay them, or something else. */
export type BroadcastOutcome = 'taken' | 'number-used' | 'unfunded' | 'refused'

/**
 * Reads what a node said of signed bytes. Bytes that it has are the same transaction.
 *
 * @param refusal in its own words; undefined when it took them
 */
export function judgeBroadcast(refusal: string | undefined): BroadcastOutcome {
  if (refusal === undefined || /already (known|imported|exists)|known transaction/i.test(refusal)) return 'taken'
  if (/nonce.*too low|replacement.*underpriced/i.test(refusal)) return 'number-used'
  return /insufficient funds|not enough funds/i.test(refusal) ? 'unfunded' : 'refused'
}
