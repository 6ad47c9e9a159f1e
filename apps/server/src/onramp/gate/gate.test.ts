import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ServiceError } from '@latchkey/protocol/errors'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OnrampWorld, startOnrampWorld } from '../testing/startOnrampWorld.ts'
import { checkReturnUrl } from './checkReturnUrl.ts'
import { createHook } from './createHook.ts'
import { checkCountry, readCountry } from './readCountry.ts'

const gate = { blockedCountries: ['KP'], countryHeader: 'cf-ipcountry' }
const secret = 'the secret of the hook'

/** Next response of the operator's hook, and the requests that it received. */
let answer: (request: IncomingMessage) => { status: number; headers?: Record<string, string>; body: string } | 'never'
const asked: { path: string; signature: string | undefined; body: unknown }[] = []
let server: Server
let url: string
let world: OnrampWorld

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const signature = request.headers['latchkey-signature'] as string | undefined
      asked.push({ path: request.url ?? '', signature, body: JSON.parse(body) })
      const reply = answer(request)
      if (reply === 'never') return
      response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  world = await startOnrampWorld({
    onramp: { gate: { ...gate, minimumAge: 18, hook: { url: `${url}/allow`, secret } } },
  })
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await world?.context.stop()
})

const outcome = ({ status, json: { code } }: { status: number; json: { code?: string | undefined } }) => [status, code]

describe('who may buy', () => {
  test("default: calls the hook once per order, signed, with the order's details", async () => {
    answer = () => ({ status: 200, body: '{"allowed":true}' })
    const address = world.freshAddress()
    const offer = await world.quote()
    const more = { ageConfirmed: true, partnerUserId: 'visitor 7' }
    expect((await world.take(offer.json.quoteId, address, more, { country: 'DE' })).status).toBe(200)
    expect((await world.take(offer.json.quoteId, address, more, { country: 'DE' })).status).toBe(200)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      path: '/allow',
      signature: expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}$/),
      body: { address, country: 'DE', partnerUserId: 'visitor 7', paymentTotal: { amount: '100.00', currency: 'USD' } },
    })
  })

  test('error: a blocked country sees no options and gets no quotes', async () => {
    const place = { country: 'KP' }
    const { quoteId } = (await world.quote()).json
    expect(outcome(await world.get('/v1/onramp/options', place))).toEqual([403, 'onramp_country_blocked'])
    expect(outcome(await world.quote({}, place))).toEqual([403, 'onramp_country_blocked'])
    const taken = await world.take(quoteId, world.freshAddress(), { ageConfirmed: true }, place)
    expect(outcome(taken)).toEqual([403, 'onramp_country_blocked'])
  })

  test('error: refuses a visitor who does not confirm the minimum age', async () => {
    const offer = await world.quote()
    expect(outcome(await world.take(offer.json.quoteId, world.freshAddress()))).toEqual([403, 'onramp_age_required'])
  })

  test('behavior: spec 7.20: the payment page asks for the age if the provider’s page can and the request did not', async () => {
    answer = () => ({ status: 200, body: '{"allowed":true}' })
    world.provider.asksAge = true
    try {
      const ages = async (more: Record<string, unknown>) => {
        const { orderId } = (await world.take((await world.quote()).json.quoteId, world.freshAddress(), more)).json
        return world.provider.ages.get(orderId)
      }
      expect([await ages({}), await ages({ ageConfirmed: false }), await ages({ ageConfirmed: true })]).toEqual([
        ...[18, 18, undefined],
      ])
    } finally {
      delete world.provider.asksAge
    }
  })

  test.each([
    ['a no', () => ({ status: 200, body: '{"allowed":false,"reason":"Not today"}' })],
    ['no JSON', () => ({ status: 200, body: 'yes' })],
    ['another shape', () => ({ status: 200, body: '{"allowed":"true"}' })],
    ['an error', () => ({ status: 500, body: '{"allowed":true}' })],
    ['far too much', () => ({ status: 200, body: `{"allowed":true,"reason":"${'x'.repeat(70_000)}"}` })],
  ] as const)('error: any answer other than a yes refuses: %s', async (_, reply) => {
    answer = reply
    const offer = await world.quote()
    const taken = await world.take(offer.json.quoteId, world.freshAddress(), { ageConfirmed: true })
    expect(outcome(taken)).toEqual([403, 'onramp_refused'])
  })

  test('error: threat 107: follows no redirect of the hook, and gives up on a slow one', async () => {
    const hook = createHook({
      ...{ url: `${url}/allow`, secret: undefined, clock: { now: () => 0 }, log: pino({ level: 'silent' }) },
      patience: 100,
    })
    const money = { amount: '1', currency: 'USD' }
    const question = {
      ...{ projectId: '', provider: '', paymentMethod: '', paymentTotal: money, purchaseAmount: money, network: '' },
      ...{ asset: '', address: '', partnerUserId: null, country: null },
    }
    asked.length = 0
    answer = ({ url: path }) =>
      path === '/allow'
        ? { status: 307, headers: { location: `${url}/inside` }, body: '' }
        : { status: 200, body: '{"allowed":true}' }
    await expect(hook(question)).rejects.toMatchObject({ code: 'onramp_refused' })
    answer = () => 'never'
    await expect(hook(question)).rejects.toMatchObject({ code: 'onramp_refused' })
    expect(asked.map(({ path }) => path)).toEqual(['/allow', '/allow'])
    expect(asked.every(({ signature }) => signature === undefined)).toBe(true)
  })
})

describe('readCountry', () => {
  const read = (value: string | undefined, trustProxy = true) =>
    readCountry({ gate: { ...gate, minimumAge: undefined }, trustProxy, readHeader: () => value })

  test('default', () => {
    expect(read(' de ')).toBe('DE')
  })

  test('behavior: without a trusted proxy, and for an invalid code, the country is unknown', () => {
    expect(read('DE', false)).toBeUndefined()
    for (const value of [undefined, '', 'XX', 'T1', 'DEU', '12']) expect(read(value)).toBeUndefined()
  })

  test('error: with a list of allowed countries, refuses an unknown one', () => {
    const only = { allowedCountries: ['US'], blockedCountries: [] }
    expect(() => checkCountry(only, 'US')).not.toThrow()
    for (const country of [undefined, 'DE']) expect(() => checkCountry(only, country)).toThrow(ServiceError)
  })
})

test('error: threat 106: the provider’s page returns only to a page of the project', async () => {
  answer = () => ({ status: 200, body: '{"allowed":true}' })
  const { quoteId } = (await world.quote()).json
  for (const returnUrl of [
    'https://evil.example/',
    'https://shop.example/',
    'https://a.shop.example.evil.example/',
    'https://user:password@a.shop.example/',
    'http://localhost:5174/',
    'javascript:alert(1)//http://localhost:5173',
    'data:text/html,x',
    '//localhost:5173/',
    'http://localhost:5173@evil.example/',
    'nonsense',
  ]) {
    const taken = await world.take(quoteId, world.freshAddress(), { ageConfirmed: true, returnUrl })
    expect([returnUrl, ...outcome(taken)]).toEqual([returnUrl, 400, 'onramp_return_invalid'])
  }
  const allows = (origin: string) => origin === 'http://localhost:5173'
  expect(checkReturnUrl({ text: 'http://localhost:5173/buy?x=1#y', allows })).toBe('http://localhost:5173/buy?x=1#y')
})
