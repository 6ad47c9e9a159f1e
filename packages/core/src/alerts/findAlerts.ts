import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { ModalFeature } from '../modal/ModalFeature.ts'

/** A configuration error of the app, with instructions for the developer. */
type Alert = { code: ErrorCode; details: string }

/** Returns the alerts of the configuration, then that of a refusal. */
export function findAlerts({
  config,
  error,
  origin = globalThis.location?.origin,
}: {
  config: LatchkeyConfig
  error?: LatchkeyError | undefined
  /** Origin of the page. */
  origin?: string | undefined
}): Alert[] {
  const { projectId, defaultNetwork, networks } = config
  const alerts: Alert[] = []
  if (!projectId) alerts.push({ code: 'project_missing', details: describeProject(config) })
  else if (!/^[0-9a-f]{32}$/.test(projectId))
    alerts.push({
      code: 'project_unknown',
      details: `projectId is "${projectId}", but an id has 32 hexadecimal characters, in lower case. ${describeProject(config)}`,
    })
  if (defaultNetwork && !networks.some(({ caipNetworkId }) => caipNetworkId === defaultNetwork))
    alerts.push({
      code: 'network_not_configured',
      details: `defaultNetwork is ${defaultNetwork}, which is none of networks: ${networks.map(({ caipNetworkId }) => caipNetworkId).join(', ')}`,
    })
  const refusal = error && describeRefusal({ config, error, origin: origin ?? 'this site' })
  if (refusal) alerts.push(refusal)
  return alerts
}

/** Describes the fix for a refusal; undefined if the configuration is not the cause. Prefers the server's own text. */
function describeRefusal({
  config,
  error: { code, field, details, cause },
  origin,
}: {
  config: LatchkeyConfig
  error: LatchkeyError
  origin: string
}): Alert | undefined {
  const { apiUrl, projectId, wallet } = config
  const said = details?.replace(`${field}: `, '')
  switch (code) {
    case 'origin_not_allowed':
      return {
        code,
        details:
          said ??
          `The server at ${apiUrl} does not let ${origin} use the project ${projectId}: add "${origin}" to the project's origins in the server's configuration`,
      }
    case 'project_unknown':
      return {
        code,
        details: said ?? `The server at ${apiUrl} has no project ${projectId}. ${describeProject(config)}`,
      }
    case 'network_not_configured':
      return { code, details: said ?? `The server at ${apiUrl} does not serve one of networks` }
    case 'project_missing':
      return { code, details: said ?? describeProject(config) }
    case 'session_not_yet_valid':
      return {
        code,
        details: said ?? "The clock of this device is ahead of the server's: set it right, then try again",
      }
    case 'relay_refused':
      // Only the client knows which relay it was, so both are named.
      return { code: 'origin_not_allowed', details: said ?? describeRelays({ config, origin }) }
    case 'siwx_cookie_missing':
      return {
        code,
        details:
          said ??
          `The browser of a visitor sent no cookie to ${apiUrl}, so visitors of ${origin} cannot be signed in: server and page must be on one site (api.example.com for example.com), both with https or both without. A browser that keeps no cookies at all does the same`,
      }
    case 'embedded_login_timeout':
      return {
        code,
        details: `The wallet at ${wallet?.url} did not answer a step of the login within 30 s. Check if it reaches its server, and if the provider of the login answers`,
      }
    case 'embedded_wallet_failed':
      return {
        code,
        details: `The wallet at ${wallet?.url} did not load, or does not let this site in. Check if wallet.url is right and answers, if this page's Content-Security-Policy allows it (frame-src), and if "${origin}" is among the origins of the project ${projectId} in the server's configuration.${describeStep(cause)}`,
      }
  }
  return undefined
}

/** Describes the completed steps of the wallet's frame, for error reports. */
function describeStep(cause: unknown): string {
  if (!(cause instanceof LatchkeyError) || cause.details === undefined) return ''
  return ` The frame's steps: "${cause.details.trim()}" (nothing: no page came into it; loaded: one came; hello: the wallet said that it was there and was greeted; ready: it answered; lost: its answer was wrong, or the page took it away)`
}

function describeRelays({
  config: { apiUrl, projectId, connectors: { walletConnect } = {} },
  origin,
}: {
  config: LatchkeyConfig
  origin: string
}): string {
  const { ownRelay, publicRelay } = typeof walletConnect === 'object' ? walletConnect : {}
  const own =
    ownRelay === false
      ? ''
      : `The relay at ${typeof ownRelay === 'string' ? ownRelay : apiUrl} does not let ${origin} use the project ${projectId}: add "${origin}" to the project's origins in the server's configuration, and look whether the server has its relay switched on (relay.enabled)`
  const foreign = publicRelay
    ? `The public relay does not let ${origin} use the project ${publicRelay.projectId}: look whether that id is right and whether its operator's list of origins has this site`
    : ''
  return [own, foreign].filter(Boolean).join('. ')
}

function describeProject({ apiUrl }: Pick<LatchkeyConfig, 'apiUrl'>): string {
  return `Set projectId to the id of your project on ${apiUrl}: projects[].id in the server's configuration`
}

/** Reports each alert that was not reported before. */
export function tellAlerts({
  config,
  error,
  modal,
  told,
}: {
  config: LatchkeyConfig
  error: LatchkeyError | undefined
  modal: Pick<ModalFeature, 'alert'>
  told: Set<ErrorCode>
}): void {
  for (const { code, details } of findAlerts({ config, error })) {
    if (told.has(code)) continue
    told.add(code)
    const { message } = new ServiceError(code)
    console.error(`Latchkey: ${message}. ${details}`)
    modal.alert({ code, message, details })
  }
}
