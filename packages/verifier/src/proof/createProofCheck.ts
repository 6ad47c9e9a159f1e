import type { ProofOfKey } from '../Verifier.ts'
import { VerifierError } from '../VerifierError.ts'
import { createDpopVerifier } from './createDpopVerifier.ts'
import type { ReplayStore } from './createMemoryReplays.ts'
import { DpopError } from './DpopError.ts'

/** Verifies that a request is from the owner of a key. @throws VerifierError `proof_invalid` */
export type ProofCheck = (options: { proof: ProofOfKey; token: string; jkt: string }) => Promise<void>

/**
 * Creates the verification of DPoP proofs (RFC 9449) for a backend: for one key, token, method and URL, with a current time, and used once.
 *
 * @param options.addresses URLs of this backend without final slashes; a proof must name one of them
 * @param options.now unix milliseconds
 */
export function createProofCheck({
  addresses,
  replays,
  now,
}: {
  addresses: readonly string[]
  replays: ReplayStore
  now: () => number
}): ProofCheck {
  const verifier = createDpopVerifier({ replays, now })
  return async ({ proof: { jwt, method, url }, token, jkt }) => {
    if (addresses.length === 0)
      throw refuse('This backend does not know its own address: set publicUrl of its verifier')
    const isAddress = (htu: string) => {
      const asked = normalise(htu)
      return asked !== undefined && addresses.some((address) => normalise(`${address}${url}`) === asked)
    }
    try {
      await verifier.verify({ proof: jwt, method, isAddress, token, jkt })
    } catch (error) {
      throw error instanceof DpopError ? refuse(error.message, error) : error
    }
  }
}

/** Returns a normalized URL without its query; undefined for an invalid one. */
function normalise(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

function refuse(message: string, cause?: unknown): VerifierError {
  return new VerifierError('proof_invalid', { message, schemes: ['DPoP'], cause })
}
