import { LatchkeyError } from '@latchkey/protocol'
import { createLazyPart } from '../store/createLazyPart.ts'
import type { ServerSiwx, ServerSiwxParameters } from './ServerSiwx.ts'

/**
 * A sign-in whose sessions the Latchkey server keeps: it gives the nonce, checks the message and the signature, and remembers who is signed in by a cookie
 * that scripts cannot read. Server and page are on one site (`api.example.com` for `example.com`). What speaks to the server is loaded with its first use.
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
