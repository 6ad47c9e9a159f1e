import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDiscovery } from './createDiscovery.ts'

let asked = 0
let isDown = false
let issuer = ''
const server = createServer((_request, response) => {
  asked += 1
  if (isDown) return void response.writeHead(503).end()
  const body = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token/${asked}` }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('default', async () => {
  let now = 0
  const signal = () => AbortSignal.timeout(5_000)
  const endpoints = { authorization: 'https://own.example/auth' }
  const discover = createDiscovery({ issuer, endpoints, signal, clock: { now: () => now } })

  isDown = true
  await expect(discover()).rejects.toThrow()
  isDown = false
  // Concurrent calls share one request. The operator's URLs replace the discovered ones.
  const [first, same] = await Promise.all([discover(), discover()])
  expect(first).toMatchObject({ issuer, authorization_endpoint: 'https://own.example/auth' })
  expect(same).toBe(first)
  expect(asked).toBe(2)
  now += 59 * 60 * 1000
  expect(await discover()).toBe(first)

  now += 2 * 60 * 1000
  isDown = true
  expect(await discover()).toBe(first)
  isDown = false
  expect((await discover()).token_endpoint).toBe(`${issuer}/token/4`)
})

test('error: a provider with another issuer name', async () => {
  const signal = () => AbortSignal.timeout(5_000)
  const other = issuer.replace('127.0.0.1', 'localhost')
  const discover = createDiscovery({ issuer: other, endpoints: {}, signal, clock: { now: Date.now } })
  await expect(discover()).rejects.toThrow('issuer')
})
