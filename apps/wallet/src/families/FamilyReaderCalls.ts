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

/** Calls of a family's reader worker: it describes requests, and compares signed bytes with them. It has no keys. */
export type FamilyReaderCalls = {
  /** Describes a request. Builds the transaction of a transfer if the page gave only its terms. */
  describe: (options: {
    request: FamilyRequest
    accounts: readonly FamilyAccount[]
    url: string
    network: SigningNetwork
    knownAddresses: readonly KnownAddress[]
    tokens: readonly VouchedToken[]
  }) => Promise<Description>
  /**
   * Returns the payload to sign for a description.
   *
   * @throws LatchkeyError `request_refused` if it must not be signed, or could not be sent afterwards because a foreign signature is
   * missing
   */
  payload: (options: { description: Description }) => Promise<FamilyPayload>
  /**
   * Compares the signed bytes with the shown description.
   *
   * @returns the transactions; none for a message, and for a PSBT that is not broadcast
   * @throws LatchkeyError `signature_invalid` if the bytes differ from the description
   */
  verify: (options: { description: Description; signed: FamilySigned }) => Promise<readonly VerifiedTransaction[]>
}

/** The names of {@link FamilyReaderCalls}. */
export const familyReaderCallNames = [
  'describe',
  'payload',
  'verify',
] as const satisfies readonly (keyof FamilyReaderCalls)[]
