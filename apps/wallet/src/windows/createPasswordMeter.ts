import { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** How hard a password is to guess: 0 (immediately) to 4. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4

/** Scores how hard a password is to guess. */
export type PasswordMeter = (password: string) => PasswordScore

/** Requirements of a password (design: wallet-frame 2.2). */
export const passwordRules = { minimumLength: 12, minimumScore: 3 } as const

type Options = NonNullable<ConstructorParameters<typeof ZxcvbnFactory>[0]>

/**
 * Creates the password meter.
 *
 * @param dictionaries JSON of `{dictionary, adjacencyGraphs}`: common passwords and keyboard patterns
 * @example createPasswordMeter(await fetchAsset({ asset }))('correct horse battery staple')
 */
export function createPasswordMeter(dictionaries: string): PasswordMeter {
  const { dictionary, adjacencyGraphs } = JSON.parse(dictionaries) as {
    dictionary: NonNullable<Options['dictionary']>
    adjacencyGraphs: NonNullable<Options['graphs']>
  }
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password) => factory.check(password.normalize('NFKC')).score
}

/** Returns whether a password is allowed. Its length is counted as in the vault: in NFKC, by code points. */
export function isPasswordGood({ password, score }: { password: string; score: PasswordScore }): boolean {
  return [...password.normalize('NFKC')].length >= passwordRules.minimumLength && score >= passwordRules.minimumScore
}
