import { malformed } from '../bytes/readBytes.ts'
import type { AccountKey, AccountMeta } from '../transaction/Transaction.ts'

/** An instruction before its program is known. */
export type RawInstruction = { programAddress: string; accounts: readonly AccountMeta[]; data: Uint8Array }

/**
 * Returns the account at an index of an instruction.
 * @throws LatchkeyError `malformed_request` if there is none: the program would refuse it
 */
export function keyAt({ accounts }: RawInstruction, index: number): AccountKey {
  const account = accounts[index]
  if (!account) throw malformed('An instruction lacks an account')
  return account.key
}
