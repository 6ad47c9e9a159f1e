import type {
  Description,
  KnownAddress,
  SigningNetwork,
  SigningPayload,
  SigningRequest,
  VouchedToken,
} from '@latchkey/clear-signing'

/** What the reader worker does: it says what a request means, and holds what was signed against it. */
export type ReaderCalls = {
  describe: (options: {
    request: SigningRequest
    /** Where the network is asked. */
    url: string
    network: SigningNetwork
    knownAddresses: readonly KnownAddress[]
    tokens: readonly VouchedToken[]
  }) => Promise<Description>
  /** What is signed for a description that was approved. @throws LatchkeyError `request_refused` */
  payload: (options: { description: Description }) => Promise<SigningPayload>
  /** @throws LatchkeyError `signature_invalid` when the bytes say anything else than what was shown */
  verify: (options: { description: Description; signed: `0x${string}` }) => Promise<void>
}

/** The names of {@link ReaderCalls}. */
export const readerCallNames = ['describe', 'payload', 'verify'] as const satisfies readonly (keyof ReaderCalls)[]
