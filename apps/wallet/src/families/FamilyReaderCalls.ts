import type {
  Description,
  FamilyPayload,
  FamilyRequest,
  KnownAddress,
  SigningNetwork,
  VouchedToken,
} from '@latchkey/clear-signing'
import type { FamilyAccount } from './FamilyAccount.ts'
import type { FamilySigned, VerifiedTransaction } from './FamilySigned.ts'

/** What a reader worker does of one family: it says what a request means, and holds what was signed against it. It has no keys. */
export type FamilyReaderCalls = {
  /** What a request means; of a transfer that the page only names, it puts the transaction together. */
  describe: (options: {
    request: FamilyRequest
    accounts: readonly FamilyAccount[]
    url: string
    network: SigningNetwork
    knownAddresses: readonly KnownAddress[]
    tokens: readonly VouchedToken[]
  }) => Promise<Description>
  /**
   * What is signed for a description.
   *
   * @throws LatchkeyError `request_refused` where nothing may be, or it could not leave afterwards: somebody else has yet to sign
   */
  payload: (options: { description: Description }) => Promise<FamilyPayload>
  /**
   * Holds what was signed against what was shown.
   *
   * @returns the transactions; none for a message, and for a PSBT that is not broadcast
   * @throws LatchkeyError `signature_invalid` when the bytes say anything else than what was shown
   */
  verify: (options: { description: Description; signed: FamilySigned }) => Promise<readonly VerifiedTransaction[]>
}

/** The names of {@link FamilyReaderCalls}. */
export const familyReaderCallNames = [
  'describe',
  'payload',
  'verify',
] as const satisfies readonly (keyof FamilyReaderCalls)[]
