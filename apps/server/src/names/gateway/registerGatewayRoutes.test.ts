import { pino } from 'pino'
import { Registry } from 'prom-client'
import { decodeAbiParameters, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi, recoverAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { namehash } from 'viem/ens'
import { beforeAll, expect, test } from 'vitest'
import { type ServerConfig, serverConfigSchema } from '../../platform/config/ServerConfig.ts'
import type { App } from '../../platform/http/App.ts'
import { createHttpApp } from '../../platform/http/createHttpApp.ts'
import { testProjectId } from '../../testing/testProjectId.ts'
import { registerGatewayRoutes } from './registerGatewayRoutes.ts'
import { hashAnswer } from './signAnswer.ts'
import { createMemoryRegistry } from './testing/createMemoryRegistry.ts'
import { encodeResolveCall } from './testing/encodeResolveCall.ts'

const abi = parseAbi(['function addr(bytes32 node) view returns (address)'])
const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
const sender = '0x1111111111111111111111111111111111111111'
const signer = privateKeyToAccount(`0x${'22'.repeat(32)}`)
const names = { alice: { addresses: { 60: { address: alice as Hex, byKey: true } } } }
const name = 'alice.latchkey.eth'
const callOf = (name: string) => encodeResolveCall({ name, call: encodeFunctionData({ abi, args: [namehash(name)] }) })
let now = Date.UTC(2026, 10, 21) + 999
let admitted = 0
let app: App

beforeAll(() => {
  const config: ServerConfig = serverConfigSchema.parse({
    projects: [{ id: testProjectId, name: 'Test', origins: ['http://localhost:5173'] }],
    chains: [
      {
        chainId: 'eip155:31337',
        name: 'Local One',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: 'http://127.0.0.1:9' }],
      },
    ],
  })
  app = createHttpApp({
    context: { config, log: pino({ level: 'silent' }), metrics: new Registry() },
    admit: async ({ project }) => {
      expect(project).toBe('none')
      admitted += 1
      return undefined
    },
  })
  registerGatewayRoutes({ app, registry: createMemoryRegistry({ names }), signer, clock: { now: () => now } })
})

async function take(response: Response, request: Hex) {
  expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
    ...{ status: 200, type: 'application/json' },
  })
  const body = (await response.json()) as { data: Hex }
  expect(Object.keys(body)).toEqual(['data'])
  const parts = [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }] as const
  const [result, expires, signature] = decodeAbiParameters(parts, body.data)
  const hash = hashAnswer({ target: sender, request, result, expires: Number(expires) })
  expect(await recoverAddress({ hash, signature })).toBe(signer.address)
  return { address: decodeFunctionResult({ abi, data: result }), expires: Number(expires) }
}
const get = (request: string, from = sender as string) => app.request(`/v1/names/ccip/${from}/${request}`)
const post = (body: unknown) =>
  app.request('/v1/names/ccip', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('default: a signed answer that is valid for 300 s', async () => {
  const request = callOf(name)
  const answer = { address: alice, expires: Math.floor(now / 1000) + 300 }
  expect(await take(await get(`${request}.json`), request)).toEqual(answer)
  expect(await take(await post({ sender, data: request }), request)).toEqual(answer)
  expect(admitted).toBe(2)
})

test('behavior: any page can call it, without the visitor’s cookies', async () => {
  const url = `/v1/names/ccip/${sender}/${callOf(name)}.json`
  const response = await app.request(url, { headers: { origin: 'https://elsewhere.example' } })
  expect(response.headers.get('access-control-allow-origin')).toBe('https://elsewhere.example')
  expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  expect(response.headers.get('cache-control')).toBe('no-store')
  const preflight = await app.request('/v1/names/ccip', {
    method: 'OPTIONS',
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type')
})

test('behavior: letter case does not matter, and responses are not cached', async () => {
  const request = callOf(name)
  const loud = `0x${request.slice(2).toUpperCase()}.json`
  expect((await take(await get(loud, sender.toUpperCase().replace('0X', '0x')), request)).address).toBe(alice)
  names.alice.addresses[60].address = bob
  now += 1_000
  const { address, expires } = await take(await get(`${request}.json`), request)
  expect({ address, expires }).toEqual({ address: bob, expires: Math.floor(now / 1000) + 300 })
  names.alice.addresses[60].address = alice
})

test('error: a name of another zone is 404, with a message as ERC-3668 has it', async () => {
  for (const response of [
    await get(`${callOf('vitalik.eth')}.json`),
    await post({ sender, data: callOf('vitalik.eth') }),
  ]) {
    const body = (await response.json()) as { code: string; message: string }
    expect({ status: response.status, code: body.code }).toEqual({ status: 404, code: 'name_not_found' })
    expect(body.message).toBe('The name does not belong to this zone')
    expect(response.headers.get('access-control-allow-origin')).not.toBeNull()
  }
})

test('error: an invalid call is refused without a lookup', async () => {
  const request = callOf(name)
  const refused: Response[] = await Promise.all([
    get(request),
    get('0x.json'),
    get('0x1.json'),
    get('0xzz.json'),
    get('.json'),
    get(`${request}.json`, '0x1234'),
    get(`${request}.json`, 'alice.eth'),
    get(`0x${'00'.repeat(8193)}.json`),
    post({ sender, data: `0x${'00'.repeat(8193)}` }),
    post({ sender, data: request.slice(2) }),
    post({ sender, data: 7 }),
    post({ data: request }),
    post({ sender: [sender], data: request }),
    post([]),
    post('null'),
    post('{'),
  ])
  for (const [index, response] of refused.entries()) {
    const { code, message } = (await response.json()) as { code: string; message: string }
    expect({ index, status: response.status, code }).toEqual({ index, status: 400, code: 'malformed_request' })
    expect(message).toEqual(expect.any(String))
  }
  const large = await post({ sender, data: request, more: 'x'.repeat(20_000) })
  expect({ status: large.status, body: await large.json() }).toMatchObject({
    ...{ status: 413, body: { code: 'payload_too_large' } },
  })
})
