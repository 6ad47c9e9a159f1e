import { ServiceError } from '@latchkey/protocol/errors'
import type { RelayEndpoint } from '@latchkey/walletconnect'
import type { OnRefusal } from '../../http/OnRefusal.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'

/**
 * Reports to the site builder that a relay refuses the app. The relay's reason names the project or the origin. Without a reason, a missing
 * origin is more likely, because IDs are copied and origins are forgotten.
 */
export function tellRefusal({
  url,
  relays,
  config: { apiUrl },
  reason,
  onRefusal,
  origin = globalThis.location?.origin ?? 'this site',
}: {
  url: string
  relays: readonly RelayEndpoint[]
  config: Pick<LatchkeyConfig, 'apiUrl'>
  /** The reason that the relay gave. */
  reason: string | undefined
  onRefusal: OnRefusal | undefined
  /** Origin of the page. */
  origin?: string
}): void {
  const projectId = relays.find((relay) => relay.url === url)?.projectId
  const isProject = /project/i.test(reason ?? '') && !/origin/i.test(reason ?? '')
  const isOwn = new URL(url).host === new URL(apiUrl).host
  const advice = isOwn
    ? `check the project's ID and origins in the server's configuration`
    : `check connectors.walletConnect.publicRelay.projectId, and if its operator allows "${origin}"`
  onRefusal?.(
    new ServiceError(isProject ? 'project_unknown' : 'origin_not_allowed', {
      details: `The relay at ${url} does not accept ${origin} with the project ${projectId}${reason ? ` (${reason})` : ''}: ${advice}`,
    }),
  )
}
