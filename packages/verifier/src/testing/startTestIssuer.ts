import { createServer, type RequestListener } from 'node:http'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'

/** A key of the server, with its published form. */
type TestKey = Awaited<ReturnType<typeof createKey>>

/** Changed claims and headers of a test token. */
type TokenFaults = {
  /** Replace the server's claims; undefined removes a claim. */
  claims?: Record<string, unknown>
  header?: Partial<JWTHeaderParameters>
  key?: TestKey | undefined
}

/** The account of these tokens. */
export const testAccount = 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

async function createKey() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  return { jwk, privateKey, kid: await calculateJwkThumbprint(jwk) }
}

/** Starts a server that publishes keys at a local port, and signs tokens like the real one. */
export async function startTestIssuer({
  now,
  origin = 'https://app.example.com',
}: {
  now: () => number
  /** Origin of the page that requests tokens. */
  origin?: string
}) {
  const keys = [await createKey()]
  let asked = 0
  let answer: RequestListener | undefined
  const publish: RequestListener = (request, response) => {
    if (request.url !== '/.well-known/jwks.json') return response.writeHead(404).end()
    const body = { keys: keys.map(({ jwk, kid }) => ({ ...jwk, kid, alg: 'ES256', use: 'sig' })) }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const server = createServer((request, response) => {
    asked += 1
    return (answer ?? publish)(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  return {
    issuer,
    keys,
    /** Number of received requests. */
    asked: () => asked,
    /** Makes it answer in another way; undefined restores the normal answers. */
    answerWith: (listener: RequestListener | undefined) => {
      answer = listener
    },
    /** Publishes another key, which signs from then on. */
    addKey: async () => {
      const made = await createKey()
      keys.unshift(made)
      return made
    },
    createKey,
    publish,
    sign: async (audience: string, { claims, header, key = keys[0] }: TokenFaults = {}) => {
      if (!key) throw new Error('There is no key')
      const iat = Math.floor(now() / 1000)
      const token = new SignJWT({
        ...{ iss: issuer, sub: testAccount, aud: audience, iat, nbf: iat, exp: iat + 300, jti: crypto.randomUUID() },
        ...{ sid: 'session', project: 'project', proof: 'key', origin },
        ...claims,
      })
      const protectedHeader = { alg: 'ES256', typ: 'siwx+jwt', kid: key.kid, ...header }
      // Allow the signer to use critical extensions that the verifier does not support.
      const crit = Object.fromEntries((protectedHeader.crit ?? []).map((name) => [name, true]))
      return token.setProtectedHeader(protectedHeader).sign(key.privateKey, { crit })
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A server that publishes keys. */
export type TestIssuer = Awaited<ReturnType<typeof startTestIssuer>>
