import { activateSession, createSession, getSessionContext, getSessions, revokeSession } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { App } from '../platform/http/App.ts'
import { registerEndpoint } from '../platform/http/registerEndpoint.ts'
import type { PermissionService } from './PermissionService.ts'

/** Registers `/v1/sessions/…`. */
export function registerPermissionRoutes({ app, sessions }: { app: App; sessions: PermissionService }): void {
  registerEndpoint(app, getSessions, async ({ params, query }) => ({
    pcis: await sessions.list({ address: params.address, chainId: query.chainId }),
  }))
  registerEndpoint(app, getSessionContext, async ({ params, query: { pci, chainId } }) => {
    const listed = await sessions.list({ address: params.address, chainId })
    const session = listed.find((one) => one.pci === pci)
    if (!session) throw new ServiceError('session_unknown', { field: 'pci' })
    return { context: session.context }
  })
  registerEndpoint(app, createSession, ({ params, query, body }, { project, ip }) =>
    sessions.create({ address: params.address, chainId: query.chainId }, body, {
      project: required(project),
      caller: ip,
    }),
  )
  registerEndpoint(app, activateSession, async ({ params, query, body }, { project }) => {
    await sessions.activate({ address: params.address, chainId: query.chainId }, body, required(project))
    return {}
  })
  registerEndpoint(app, revokeSession, async ({ params, query, body }) => {
    await sessions.revoke({ address: params.address, chainId: query.chainId }, body)
    return {}
  })
}

/** These endpoints always have a project, which the type does not express. */
function required<Value>(project: Value | undefined): Value {
  if (project === undefined) throw new Error('An endpoint with a project was called without one')
  return project
}
