import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { oauthProviders } from '@latchkey/protocol'
import { serveFarcasterApp } from '../farcaster/serveFarcasterApp.ts'
import { createFaults, type FaceFault } from './createFaults.ts'
import { createApple } from './faces/createApple.ts'
import { createDiscord } from './faces/createDiscord.ts'
import { createFacebook } from './faces/createFacebook.ts'
import { createGithub } from './faces/createGithub.ts'
import { createGoogle } from './faces/createGoogle.ts'
import { createX } from './faces/createX.ts'
import type { FaceParameters, FaceServer } from './faces/Face.ts'
import type { Face, FaceConfig, IdentityProvider } from './IdentityProvider.ts'

/**
 * Starts six providers on loopback that behave like Google, Apple, X, Discord, GitHub and Facebook, including their quirks. The
 * visitor chooses a person on the page. A person keeps the subject after every start. Codes, tokens and secrets end with the process.
 *
 * The sandbox's Farcaster app is at `/farcaster`.
 *
 * @param options.port 0 (default): any free port
 * @param options.walletOrigin the wallet's origin; each face only redirects to its `/oauth/callback/<provider>`
 * @param options.clientName name of the client on the login page
 * @example
 * const identity = await startIdentityProvider({ walletOrigin: 'http://wallet.localhost:7102' })
 * identity.setFault('google', 'wrongState')
 */
export async function startIdentityProvider({
  port = 0,
  walletOrigin,
  clientName = 'Latch',
}: {
  port?: number
  walletOrigin: string
  clientName?: string
}): Promise<IdentityProvider> {
  const faults = createFaults()
  const faces = new Map<string, { face: FaceServer<unknown>; fault: FaceFault }>()
  const farcaster = serveFarcasterApp()

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (/^\/farcaster(\?|$)/.test(request.url ?? '')) return farcaster(request, response)
    const [, name = '', rest = '/'] = /^\/([a-z]+)(\/.*)?$/.exec(request.url ?? '') ?? []
    const known = faces.get(name)
    if (!known) {
      response.writeHead(404).end()
      return
    }
    const { face, fault } = known
    const path = rest.split('?')[0] ?? rest
    const { authorization, token, ...others } = face.paths
    const isToken = path === token
    if (isToken || Object.values(others).includes(path)) {
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
  const open = async <Credentials>(
    name: Face,
    make: (parameters: FaceParameters) => FaceServer<Credentials> | Promise<FaceServer<Credentials>>,
  ): Promise<FaceConfig<Credentials>> => {
    const base = `${url}/${name}`
    const redirectUri = `${walletOrigin}/oauth/callback/${name}`
    const fault = faults.of(name)
    const face = await make({ base, redirectUri, clientName, fault })
    faces.set(name, { face, fault })
    const endpoints = Object.fromEntries(Object.entries(face.paths).map(([key, path]) => [key, `${base}${path}`]))
    const { authorization = '', token = '', ...others } = endpoints
    return {
      ...face.credentials,
      endpoints: { ...(face.isIssuer ? { issuer: base } : {}), authorization, token, ...others },
    }
  }
  const social = {
    google: await open('google', createGoogle),
    apple: await open('apple', createApple),
    x: await open('x', createX),
    discord: await open('discord', createDiscord),
    github: await open('github', createGithub),
    facebook: await open('facebook', createFacebook),
  }
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
