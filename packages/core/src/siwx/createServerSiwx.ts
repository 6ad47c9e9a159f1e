import { LatchkeyError } from '@latchkey/protocol'
import { createLazyPart } from '../store/createLazyPart.ts'
import type { ServerSiwx, ServerSiwxParameters } from './ServerSiwx.ts'

/**
 * Creates a sign-in that the Latchkey server stores. The server issues the nonce, verifies message and signature, and remembers the sign-in
 * with a cookie that scripts cannot read. Server and page must be on one site (`api.example.com` for `example.com`). The client code loads
 * on first use.
 *
 * @example
 * const server = { apiUrl: 'https://api.example.com', projectId }
 * createLatchkey({ ...server, …, siwx: createServerSiwx(server) })
 */
export function createServerSiwx(parameters: ServerSiwxParameters): ServerSiwx {
  const { required = false, asksOnConnect = true, signOutOnDisconnect = true } = parameters
  const { later, lasting } = createLazyPart({
    context: {
      load: (chunk) =>
        chunk().catch((cause: unknown) => {
          throw new LatchkeyError('network_request_failed', { cause })
        }),
    },
    chunk: () => import('./createServerSiwxClient.ts'),
    make: ({ createServerSiwxClient }) => createServerSiwxClient(parameters),
  })
  return {
    ...later('createMessage', 'createOneClick', 'addSession', 'getSessions', 'revokeSession', 'setSessions'),
    ...later('createToken', 'listDevices', 'revokeDevice'),
    subscribe: (listener) =>
      lasting(
        (client) => client.subscribe(listener),
        () => {},
      ),
    getRequired: () => required,
    asksOnConnect: () => asksOnConnect,
    signOutOnDisconnect,
  }
}
