import type { KeyPlan } from './KeyPlan.ts'

/** What there is to do about the keys of one purpose. */
export type KeyJudgement<Key> = {
  /** Signs now; undefined where a key has to be made first. */
  signer: Key | undefined
  /** Whether a key has to be made. */
  isDue: boolean
  /** No token of these can live any more. */
  over: readonly Key[]
}

/**
 * Says which key signs, whether there has to be another, and which are over. The ages of the keys decide and nothing else, so that
 * every process comes to the same answer by itself.
 *
 * @param options.keys those that are not retired
 * @param options.canSign whether its private half is at hand
 * @param options.now unix milliseconds
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
  // The newest that was published for long enough; where there is none, the one that was published first.
  const signer = able.find((key) => ageOf(key) >= publishAhead) ?? able.at(-1)
  return {
    signer,
    isDue: !able.some((key) => ageOf(key) < renewAfter),
    over: keys.filter((key) => ageOf(key) >= lastAge + keepAfter),
  }
}
