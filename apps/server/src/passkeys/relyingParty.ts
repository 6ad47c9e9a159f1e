import { ServiceError } from '@latchkey/protocol/errors'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { Projects } from '../projects/createProjects.ts'
import type { Challenge } from './challengeStore.ts'
import { readTopOrigin } from './readPasskeyResponse.ts'

/**
 * The relying party of the wallet: the host of its own origin.
 *
 * @throws Error when there is no wallet in the configuration
 */
export function readWalletOrigin({ wallet }: Pick<ServerConfig, 'wallet'>): { rpID: string; origin: string } {
  if (!wallet) throw new Error('There is no wallet in the configuration')
  const { hostname, origin } = new URL(wallet.publicUrl)
  return { rpID: hostname, origin }
}

/**
 * The wallet stands in a frame, so the browser may name the page at the top: it must be one of the project's.
 *
 * @returns the page's origin, where the browser names it
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
      message: 'The passkey was used inside a page that may not hold this wallet',
    })
  }
  return top
}
