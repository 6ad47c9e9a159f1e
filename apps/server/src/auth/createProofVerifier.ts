import { ServiceError } from '@latchkey/protocol/errors'
import { createDpopVerifier, DpopError } from '@latchkey/verifier'
import type { Context } from '../platform/context.ts'

/** Seconds for which an id is remembered after its expiry, because the clocks of processes differ. */
const margin = 5

/** Checks DPoP proofs (RFC 9449). */
export type ProofVerifier = {
  /**
   * @param options.proof the `DPoP` header
   * @param options.url the URL that the proof must name, without its query
   * @param options.accessToken the token that the proof must name; omitted if none is needed
   * @returns the JWK thumbprint (RFC 7638) of the key
   * @throws LatchkeyError `proof_invalid`; `session_not_yet_valid` if its time is in the future
   */
  verify: (options: { proof: string | null; method: string; url: string; accessToken?: string }) => Promise<string>
}

/** Creates the verifier that backends use as well. The ids of proofs are in the key-value store that processes share. */
export function createProofVerifier({
  context: { kv, clock },
}: {
  context: Pick<Context, 'kv' | 'clock'>
}): ProofVerifier {
  const dpop = createDpopVerifier({
    replays: { add: (id, seconds) => kv.setIfAbsent(`proof:${id}`, '1', { ttl: seconds + margin }) },
    now: () => clock.now(),
    maxKeys: 10_000,
  })

  return {
    verify: async ({ proof, method, url, accessToken }) => {
      try {
        return await dpop.verify({ proof, method, isAddress: (htu) => htu === url, token: accessToken })
      } catch (error) {
        if (!(error instanceof DpopError)) throw error
        if (error.reason === 'future') {
          throw new ServiceError('session_not_yet_valid', {
            message: `The proof's time is in the future: the clock of this device is ${error.seconds} seconds ahead of the server's`,
            field: 'dpop',
          })
        }
        const message = error.reason === 'other_address' ? `${error.message} than ${url}` : error.message
        throw new ServiceError('proof_invalid', { message, field: 'dpop', cause: error })
      }
    },
  }
}
