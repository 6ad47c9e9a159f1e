import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { oauthProviders } from '@latchkey/protocol'
import { createFaults } from './createFaults.ts'
import { createGoogle } from './faces/createGoogle.ts'
import type { FaceParameters, FaceServer } from './faces/Face.ts'
import type { Face, IdentityProvider } from './IdentityProvider.ts'

const makers: Readonly<Partial<Record<Face, (parameters: FaceParameters) => Promise<FaceServer>>>> = {
  google: createGoogle,
}

/**
 * Starts six providers on loopback that behave like Google, Apple, X, Discord, GitHub and Facebook, quirks included. Whoever opens one
 * chooses who they are. The same person has the same subject after every start; codes, tokens and secrets live as long as this.
 *
 * @param options.port 0 (default): any free port
 * @param options.walletOrigin the wallet's origin: its `/oauth/callback/<provider>` is the one address that each face leads back to
 * @param options.clientName what the sign-in page calls whoever asks
 * @example
 * const identity = await startIdentityProvider({ walletOrigin: 'http://wallet.localhost:7102' })
 * identity.setFault('google', 'wrongState')
 */
export async function startIdentityProvider({
  port = 0,
  walletOrigin,
  clientName = 'Latchkey',
}: {
  port?: number
  walletOrigin: string
  clientName?: string
}): Promise<IdentityProvider> {
  const faults = createFaults()
  const faces = new Map<string, FaceServer>()

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [, name = '', rest = '/'] = /^\/([a-z]+)(\/.*)?$/.exec(request.url ?? '') ?? []
    const face = faces.get(name)
    const provider = oauthProviders.find((known) => known === name)
    if (!face || !provider) {
      response.writeHead(404).end()
      return
    }
    const fault = faults.of(provider)
    const path = rest.split('?')[0] ?? rest
    const isToken = path === face.backchannel.token
    if (isToken || face.backchannel.others.includes(path)) {
      if (isToken) await fault.hold()
      if (fault.is('cut')) request.socket.destroy()
      if (fault.is('down')) response.writeHead(503, { 'retry-after': '60' }).end('The service is unavailable')
      if (fault.is('cut') || fault.is('down')) return
    } else if (fault.is('coop')) response.setHeader('cross-origin-opener-policy', 'same-origin')
    request.url = rest
    await face.answer(request, response)
  }
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const { port: opened } = server.address() as AddressInfo
  const url = `http://localhost:${opened}`
  const social: IdentityProvider['social'] = Object.fromEntries(
    await Promise.all(
      Object.entries(makers).map(async ([name, make]) => {
        const face = await make({
          base: `${url}/${name}`,
          redirectUri: `${walletOrigin}/oauth/callback/${name}`,
          clientName,
          fault: faults.of(name as Face),
        })
        faces.set(name, face)
        return [name, face.config]
      }),
    ),
  )
  return {
    url,
    social,
    setFault: faults.set,
    held: faults.held,
    stop: () =>
      new Promise((resolve) => {
        for (const name of oauthProviders) faults.set(name, null)
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
