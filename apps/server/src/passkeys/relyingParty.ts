import { ServiceError } from '@latchkey/protocol/errors'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { Projects } from '../projects/createProjects.ts'
import type { Challenge } from './challengeStore.ts'
import { readTopOrigin } from './readPasskeyResponse.ts'

/**
 * Returns the relying party of the wallet: the host of its origin.
 *
 * @throws Error if the configuration has no wallet
 */
export function readWalletOrigin({ wallet }: Pick<ServerConfig, 'wallet'>): { rpID: string; origin: string } {
  if (!wallet) throw new Error('There is no wallet in the configuration')
  const { hostname, origin } = new URL(wallet.publicUrl)
  return { rpID: hostname, origin }
}

/**
 * The wallet is in a frame, so the browser may name the top-level page, which must be one of the project's.
 *
 * @returns the page's origin, if the browser names it
 * @throws LatchkeyError `passkey_refused`
 */
export function requireKnownTop({
  clientDataJSON,
  challenge: { projectId },
  projects,
}: {
  clientDataJSON: string
  challenge: Pick<Challenge, 'projectId'>
  projects: Projects
}): string | undefined {
  const top = readTopOrigin(clientDataJSON)
  if (top === undefined) return undefined
  try {
    projects.check({ projectId, origin: top })
  } catch (error) {
    throw new ServiceError('passkey_refused', {
      cause: error,
      message: 'The passkey was used inside a page that is not allowed to embed this wallet',
    })
  }
  return top
}
