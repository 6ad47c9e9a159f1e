import { malformed } from '../bytes/readBytes.ts'
import type { AccountKey, AccountMeta } from '../transaction/Transaction.ts'

/** An instruction before anything is known of its program. */
export type RawInstruction = { programAddress: string; accounts: readonly AccountMeta[]; data: Uint8Array }

/**
 * The account at a place of an instruction.
 * @throws LatchkeyError `malformed_request` where there is none: the program would refuse it
 */
export function keyAt({ accounts }: RawInstruction, index: number): AccountKey {
  const account = accounts[index]
  if (!account) throw malformed('An instruction lacks an account')
  return account.key
}
