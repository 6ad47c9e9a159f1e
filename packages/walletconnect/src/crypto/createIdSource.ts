import type { ClientEnvironment } from '../ClientEnvironment.ts'

/**
 * Returns a source of JSON-RPC IDs: 16 digits below 2^53, Unix milliseconds × 1000 plus randomness, strictly increasing. The 19-digit
 * numbers of other clients lose digits in `JSON.parse`.
 * @example const newId = createIdSource(environment); newId()
 */
export function createIdSource({ now, randomBytes }: Pick<ClientEnvironment, 'now' | 'randomBytes'>): () => number {
  let last = 0
  return () => {
    const [high = 0, low = 0] = randomBytes(2)
    last = Math.max(last + 1, now() * 1000 + ((high * 256 + low) % 1000))
    return last
  }
}
