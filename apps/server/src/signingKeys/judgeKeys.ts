import type { KeyPlan } from './KeyPlan.ts'

/** Decision about the keys of one purpose. */
export type KeyJudgement<Key> = {
  /** The signing key. Undefined if a key must be created first. */
  signer: Key | undefined
  /** Whether a key must be created. */
  isDue: boolean
  /** Keys without valid tokens. */
  over: readonly Key[]
}

/**
 * Decides which key signs, whether a new one is due, and which are over. Only the ages of the keys matter, so that every process
 * independently gets the same result.
 *
 * @param options.keys keys that are not retired
 * @param options.canSign returns whether this process has its private half
 * @param options.now Unix milliseconds
 */
export function judgeKeys<Key extends { createdAt: Date }>({
  keys,
  canSign,
  plan: { renewAfter, publishAhead, keepAfter },
  now,
}: {
  keys: readonly Key[]
  canSign: (key: Key) => boolean
  plan: KeyPlan
  now: number
}): KeyJudgement<Key> {
  const ageOf = ({ createdAt }: Key) => now - createdAt.getTime()
  const lastAge = renewAfter + publishAhead
  const able = keys
    .filter((key) => ageOf(key) < lastAge && canSign(key))
    .sort((one, other) => ageOf(one) - ageOf(other))
  // The newest key that was published for long enough, else the one that was published first.
  const signer = able.find((key) => ageOf(key) >= publishAhead) ?? able.at(-1)
  return {
    signer,
    isDue: !able.some((key) => ageOf(key) < renewAfter),
    over: keys.filter((key) => ageOf(key) >= lastAge + keepAfter),
  }
}
