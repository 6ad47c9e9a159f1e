import { ServiceError } from '@latchkey/protocol/errors'
import type { Clock } from '../platform/clock/Clock.ts'
import type { ServerConfig } from '../platform/config/ServerConfig.ts'
import type { UpgradeApplicant } from '../platform/http/createUpgrades.ts'
import { createProjects } from '../projects/createProjects.ts'
import { listAudiences } from './token/listAudiences.ts'
import { verifyRelayToken } from './token/verifyRelayToken.ts'

/** Decides which clients get a socket. */
export type RelayAdmission = {
  /** @returns the client id, or the error; `reason` fits into a close frame and is meant for the client's console */
  decide: (applicant: Omit<UpgradeApplicant, 'ip'>) => { clientId: string } | { error: ServiceError; reason: string }
  /** Sets the URL of the open port. */
  answersAt: (url: string) => void
}

/** Maximum bytes of the reason in a close frame. */
const longestReason = 123

/** Creates the admission: it requires a known project, an allowed origin if there is one, and a valid token. */
export function createRelayAdmission({
  config,
  clock,
}: {
  config: Pick<ServerConfig, 'http' | 'projects' | 'relay'>
  clock: Clock
}): RelayAdmission {
  const projects = createProjects({ config })
  let audiences = listAudiences({ config })

  const checkProject = (projectId: string | undefined, origin: string | undefined) => {
    try {
      projects.check({ projectId, origin })
    } catch (error) {
      if (error instanceof ServiceError) return error
      throw error
    }
    return undefined
  }

  const describe = (error: ServiceError, projectId: string | undefined, origin = '') => {
    const index = config.projects.findIndex(({ id }) => id === projectId)
    if (origin === 'null') return 'origin not allowed: a page from a file or in a sandboxed frame has no origin'
    if (error.code === 'origin_not_allowed') return `origin not allowed: add ${origin} to projects[${index}].origins`
    if (error.code === 'project_missing') return 'projectId is missing: set it to an id of projects[].id'
    return index < 0
      ? `no project ${projectId?.slice(0, 40)}: compare projectId with projects[].id`
      : `the project is disabled: projects[${index}].enabled`
  }

  return {
    answersAt: (url) => {
      audiences = listAudiences({ config, url })
    },
    decide: ({ query, origin, authorization }) => {
      const projectId = query.get('projectId') ?? undefined
      const refusal = checkProject(projectId, origin)
      if (refusal) return { error: refusal, reason: toReason(describe(refusal, projectId, origin)) }
      const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
      const verdict = verifyRelayToken({ token: query.get('auth') ?? bearer, audiences, now: clock.now() })
      if ('clientId' in verdict) return verdict
      const error = new ServiceError('relay_token_refused', { field: 'auth', message: verdict.detail })
      return { error, reason: toReason(verdict.detail) }
    },
  }
}

function toReason(text: string): string {
  const bytes = Buffer.from(`Unauthorized: ${text}`)
  if (bytes.length <= longestReason) return bytes.toString()
  // Drop a multibyte character that was cut.
  return `${bytes
    .subarray(0, longestReason - 3)
    .toString()
    .replace(/\uFFFD+$/, '')}…`
}
