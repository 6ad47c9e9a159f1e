import {
  activateSession,
  createSession,
  type Endpoint,
  type EndpointRequest,
  type EndpointResponse,
  getSessions,
  revokeSession,
  type SmartSession,
} from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import { createApi } from '../login/createApi.ts'

type Body<E extends Endpoint> = NonNullable<EndpointRequest<E>['body']>

/** The server's part of permissions. Accounts are CAIP-10. The chain enforces the rules; the server's copy of them is not trusted. */
export type PermissionsApi = {
  list: (account: string) => Promise<readonly SmartSession[]>
  create: (account: string, body: Body<typeof createSession>) => Promise<EndpointResponse<typeof createSession>>
  activate: (account: string, body: Body<typeof activateSession>) => Promise<void>
  revoke: (account: string, body: Body<typeof revokeSession>) => Promise<void>
}

/**
 * Returns whether a value is the ID of a permission: a UUID. It is part of a signed text that people may read, so the server must not
 * choose it freely.
 */
export function isPci(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}

/** Creates the client, which uses the wallet's own origin. */
export function createPermissionsApi({
  baseUrl,
  projectId,
  fetch,
}: {
  baseUrl: string
  projectId: string
  fetch: typeof globalThis.fetch
}): PermissionsApi {
  // The account's signature is the proof; no DPoP proof is required.
  const api = createApi({ baseUrl, fetch, dpop: { proof: async () => '', adjustClock: () => {} } })
  const ask = <E extends Endpoint>(endpoint: E, account: string, body?: unknown) =>
    api.request(
      { ...endpoint, path: endpoint.path.replace('{address}', account) } as E,
      { query: { projectId }, ...(body === undefined ? {} : { body }) } as never,
    )
  return {
    list: async (account) => {
      const { pcis } = await ask(getSessions, account)
      if (!Array.isArray(pcis) || !pcis.every((session) => isPci(session?.pci)))
        throw new ServiceError('response_invalid')
      return pcis
    },
    create: async (account, body) => {
      const made = await ask(createSession, account, body)
      // A production build does not validate the shapes of answers automatically.
      if (!isPci(made.pci) || typeof made.key?.publicKey !== 'string') throw new ServiceError('response_invalid')
      return made
    },
    activate: async (account, body) => void (await ask(activateSession, account, body)),
    revoke: async (account, body) => void (await ask(revokeSession, account, body)),
  }
}
