import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { recoverMessageAddress } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { farcasterPeople } from '../world/farcasterPeople.ts'
import { answerChannel } from './answerChannel.ts'
import { readChannelLink } from './readChannelLink.ts'
import { serveFarcasterApp } from './serveFarcasterApp.ts'

const people = farcasterPeople()
const request = {
  ...{ siweUri: 'http://wallet.localhost:7102/', domain: 'wallet.localhost:7102', nonce: 'abcdefgh12345678' },
  ...{ expirationTime: '2030-01-02T03:04:05.000Z', notBefore: '2025-01-02T03:04:05.000Z', requestId: 'r1' },
}
type Sent = { path: string; token: string | undefined; body: Record<string, string> }

const servers: Server[] = []
const sent: Sent[] = []
let isWaiting = true
let relayUrl: string
let app: string

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

async function readText(incoming: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of incoming) text += chunk
  return text
}

beforeAll(async () => {
  // The part of a relay that an app uses: it serves the request while a site waits, and accepts the signature.
  const relay = await serve(async (incoming, response) => {
    const path = incoming.url?.replace('/farcaster/v1/channel/', '') ?? ''
    const token = incoming.headers.authorization
    const text = await readText(incoming)
    if (path !== 'status') sent.push({ path, token, body: JSON.parse(text) })
    const status = !isWaiting ? 401 : path === 'status' ? 202 : 201
    response.writeHead(status).end(JSON.stringify({ signatureParams: request }))
  })
  relayUrl = `${relay}/farcaster`
  const answer = serveFarcasterApp()
  app = `${await serve((incoming, response) => void answer(incoming, response))}/farcaster`
})
afterAll(() => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})
beforeEach(() => {
  sent.length = 0
  isWaiting = true
})

const link = (relay = relayUrl) => `${app}?${new URLSearchParams({ relay, channelToken: 'a token' })}`
const open = async (url: string, form?: Record<string, string>) => {
  const response = await fetch(url, {
    redirect: 'manual',
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

test('default: shows the site and the people, and signs', async () => {
  const { status, headers, html } = await open(link())
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(html).toContain('wallet.localhost:7102 asks you to sign in')
  expect(html).toContain('sandbox')
  for (const { userName } of people) expect(html).toContain(`@${userName}`)

  const signed = await open(link(), { fid: '1' })
  expect(signed.html).toContain('Signed')
  expect(sent).toHaveLength(1)
  const [{ path, token, body } = { path: '', token: '', body: {} }] = sent
  expect({ path, token }).toEqual({ path: 'authenticate', token: 'Bearer a token' })
  expect(body).toMatchObject({ fid: 1, username: 'juno', displayName: 'Juno', authMethod: 'custody' })
  const { message = '', signature } = body as { message: string; signature: `0x${string}` }
  const signer = await recoverMessageAddress({ message, signature })
  expect(signer).toBe(people[0]?.custody.address)
  expect(parseSiweMessage(message)).toMatchObject({
    ...{ domain: request.domain, uri: request.siweUri, nonce: request.nonce, requestId: 'r1', version: '1' },
    ...{ address: signer, chainId: 10, statement: 'Farcaster Auth', resources: ['farcaster://fid/1'] },
    expirationTime: new Date(request.expirationTime),
    notBefore: new Date(request.notBefore),
  })
})

test('behavior: a person with an address for signing in signs with that', async () => {
  const person = people.find(({ authAddress }) => authAddress)
  if (!person) throw new Error('nobody signs with an address for signing in')
  expect(await answerChannel({ relayUrl, channelToken: 'a token', person })).toBe(true)
  const body = sent[0]?.body ?? {}
  const { message = '', signature } = body as { message: string; signature: `0x${string}` }
  expect(body.authMethod).toBe('authAddress')
  expect(await recoverMessageAddress({ message, signature })).toBe(person.authAddress?.address)
})

test('behavior: declines', async () => {
  expect((await open(link(), { decline: '1' })).html).toContain('Declined')
  expect(sent).toMatchObject([{ path: 'decline', token: 'Bearer a token' }])
})

test('behavior: asks for the link if opened without one', async () => {
  const asked = await open(app)
  expect(asked.status).toBe(200)
  expect(asked.html).toContain('Paste the link')
  const pasted = await open(app, { link: ` ${link()} ` })
  expect(pasted.status).toBe(303)
  expect(new URL(pasted.headers.get('location') ?? '', app).href).toBe(link())
})

describe('error', () => {
  test('the request is over', async () => {
    isWaiting = false
    expect(await open(link())).toMatchObject({ status: 410, html: expect.stringContaining('This request has ended') })
    expect((await open(link(), { fid: '1' })).status).toBe(410)
    expect((await open(link(), { decline: '1' })).status).toBe(410)
  })

  test('the relay does not answer', async () => {
    expect((await open(link('http://127.0.0.1:9/farcaster'))).status).toBe(502)
  })

  test.each(['https://relay.example/farcaster', 'ftp://localhost/', 'nonsense', ''])(
    'a relay that is not of this machine: %o',
    async (relay) => {
      expect(readChannelLink(link(relay))).toBeUndefined()
      expect((await open(link(relay))).status).toBe(400)
      expect(await open(app, { link: link(relay) })).toMatchObject({
        ...{ status: 400, html: expect.stringContaining('role="alert"') },
      })
    },
  )

  test('a name of the site that is markup stays text', async () => {
    const domain = request.domain
    request.domain = '<img src=x>'
    expect((await open(link())).html).toContain('&lt;img src=x&gt; asks you')
    request.domain = domain
  })
})
