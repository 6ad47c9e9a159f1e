import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIdSource } from '../crypto/createIdSource.ts'
import { createSigningKey, type SigningKey } from '../crypto/createSigningKey.ts'
import { createRelayConnection, type RelayConnection } from './createRelayConnection.ts'
import type { RelayFrame } from './readRelayFrame.ts'
import { createTestEnvironment, type TestEnvironment } from './testing/createTestEnvironment.ts'
import { type ScriptedRelay, startScriptedRelay } from './testing/startScriptedRelay.ts'

type Delivery = Extract<RelayFrame, { kind: 'delivery' }>['delivery']

let relay: ScriptedRelay
let environment: TestEnvironment
const open: RelayConnection[] = []

beforeEach(async () => {
  relay = await startScriptedRelay()
  environment = createTestEnvironment()
})
afterEach(async () => {
  for (const connection of open.splice(0)) connection.destroy()
  expect(environment.timers()).toBe(0)
  await relay.stop()
})

function connect({
  isNeeded = () => true,
  onMessage = async () => {},
  probe = () => ({ method: 'irn_subscribe', params: { topic: 'ab' } }),
  getKey = () => createSigningKey({ seed: '58e0254c211b858ef7896b00e3f36beeb13d568d47c6031c4218b87718061295' }),
}: {
  isNeeded?: () => boolean
  onMessage?: (delivery: Delivery) => Promise<void>
  probe?: Parameters<typeof createRelayConnection>[0]['probe']
  getKey?: Parameters<typeof createRelayConnection>[0]['getKey']
} = {}) {
  const connection = createRelayConnection({
    endpoint: { url: relay.url, projectId: 'project' },
    getKey,
    subject: 'c479fe5dc464e771e78b193d239a65b58d278cad1c34bfb0b5716e5bb514928e',
    environment,
    newId: createIdSource(environment),
    isNeeded,
    probe,
    onStatus: () => {},
    onMessage,
  })
  open.push(connection)
  return connection
}
function createLateKey() {
  let resolve: (key: SigningKey) => void = () => {}
  const promise = new Promise<SigningKey>((done) => {
    resolve = done
  })
  return { promise, resolve: (key: SigningKey) => resolve(key) }
}
const until = (condition: () => unknown) => expect.poll(condition, { interval: 2 })
const connected = (connection: RelayConnection) => until(connection.status).toBe('connected')

describe('createRelayConnection', () => {
  test('default', async () => {
    relay.script.answer = ({ params }) => ({ result: params })
    const connection = connect()
    expect(connection.status()).toBe('idle')
    connection.need()
    connection.need()
    expect(connection.status()).toBe('connecting')
    await connected(connection)
    await expect(connection.request({ method: 'irn_subscribe', params: { topic: 'ab' } })).resolves.toEqual({
      result: { topic: 'ab' },
    })
    expect(relay.queries).toHaveLength(1)
    const [query] = relay.queries
    expect(query?.get('projectId')).toBe('project')
    expect(query?.get('useOnCloseEvent')).toBe('true')
    const claims = JSON.parse(Buffer.from(query?.get('auth')?.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({
      aud: relay.url,
      iss: 'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH',
      iat: 1_760_000_000,
    })
  })

  test('behavior: acknowledges a message after it is stored, with the id exactly as in the frame', async () => {
    const taken: { message: string; finish: () => void; fail: (error: Error) => void }[] = []
    const connection = connect({
      onMessage: ({ message }) =>
        new Promise((finish, fail) => {
          taken.push({ message, finish, fail })
        }),
    })
    connection.need()
    await connected(connection)
    relay.deliver({ topic: 'ab', message: 'first', id: '1760000000000000123' })
    relay.deliver({ topic: 'ab', message: 'second', id: '"1760000000000000124"' })
    relay.deliver({ topic: 'ab', message: 'third', id: '7' })
    await until(() => taken.length).toBe(3)
    expect(relay.acknowledged).toEqual([])
    taken[1]?.finish()
    await until(() => relay.acknowledged).toEqual(['"1760000000000000124"'])
    taken[2]?.fail(new Error('storage is full'))
    taken[0]?.finish()
    await until(() => relay.acknowledged).toEqual(['"1760000000000000124"', '1760000000000000123'])
  })

  test('behavior: acknowledges a message only on its own socket', async () => {
    let finish: (() => void) | undefined
    const connection = connect({
      onMessage: () =>
        new Promise((resolve) => {
          finish = resolve
        }),
    })
    connection.need()
    await connected(connection)
    relay.deliver({ topic: 'ab', message: 'first' })
    await until(() => typeof finish).toBe('function')
    relay.cut()
    await until(connection.status).toBe('waiting')
    environment.advance(100)
    await connected(connection)
    finish?.()
    await connection.request({ method: 'irn_subscribe', params: { topic: 'ab' } })
    expect(relay.acknowledged).toEqual([])
  })

  test('behavior: repeats an unanswered request under its id, then closes the socket', async () => {
    relay.script.answer = () => 'silence'
    const connection = connect()
    connection.need()
    await connected(connection)
    const outcome = connection.request({ method: 'irn_publish', params: { topic: 'ab' }, id: 1_760_000_000_000_001 })
    await until(() => relay.requests.length).toBe(1)
    environment.advance(8_000)
    await until(() => relay.requests.length).toBe(2)
    expect(relay.requests[1]).toEqual(relay.requests[0])
    expect(relay.requests[0]?.id).toBe(1_760_000_000_000_001)
    environment.advance(5_000)
    await expect(outcome).resolves.toBe('lost')
    await until(() => relay.queries.length).toBe(2)
  })

  test('behavior: reconnects after 0.1 s, then with growing pauses, never longer than 10 s', async () => {
    const connection = connect()
    connection.need()
    await connected(connection)
    await relay.stop()
    await until(connection.status).toBe('waiting')
    const pauses: number[] = []
    for (let round = 0; round < 9; round++) {
      const before = environment.now()
      while (connection.status() === 'waiting') environment.advance(1)
      pauses.push(environment.now() - before)
      await until(connection.status).toBe('waiting')
    }
    expect(pauses[0]).toBeGreaterThanOrEqual(50)
    expect(pauses[0]).toBeLessThanOrEqual(101)
    expect(pauses[3]).toBeGreaterThanOrEqual(400)
    for (const pause of pauses) expect(pause).toBeLessThanOrEqual(10_000)
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(5_000)
    relay = await startScriptedRelay({ port: Number(new URL(relay.url).port) })
    environment.advance(10_000)
    await connected(connection)
  })

  test('behavior: backs off from a relay that accepts sockets and closes them at once', async () => {
    const connection = connect()
    connection.need()
    const pauses: number[] = []
    for (let round = 0; round < 5; round++) {
      await connected(connection)
      for (const socket of relay.sockets) socket.close(4008)
      await until(connection.status).toBe('waiting')
      const before = environment.now()
      while (connection.status() === 'waiting') environment.advance(1)
      pauses.push(environment.now() - before)
    }
    expect(pauses[4]).toBeGreaterThanOrEqual(800)
    // A socket that lives for a while resets the pauses.
    await connected(connection)
    environment.advance(5_000)
    relay.cut()
    await until(connection.status).toBe('waiting')
    environment.advance(101)
    await connected(connection)
  })

  test('behavior: uses the same token for an hour', async () => {
    const connection = connect({ probe: () => undefined })
    connection.need()
    await connected(connection)
    for (const pause of [3_000_000, 700_000]) {
      environment.advance(pause)
      relay.cut()
      await until(connection.status).toBe('waiting')
      connection.wake()
      await connected(connection)
    }
    const tokens = relay.queries.map((query) => query.get('auth'))
    expect(tokens).toHaveLength(3)
    expect(tokens[1]).toBe(tokens[0])
    expect(tokens[2]).not.toBe(tokens[0])
  })

  test('behavior: a page that becomes visible does not wait', async () => {
    const connection = connect()
    connection.need()
    await connected(connection)
    relay.cut()
    await until(connection.status).toBe('waiting')
    connection.wake()
    await connected(connection)
  })

  test('behavior: probes a silent socket, and closes it without an answer', async () => {
    const connection = connect()
    connection.need()
    await connected(connection)
    relay.script.answer = () => 'silence'
    environment.advance(59_000)
    expect(relay.requests).toHaveLength(0)
    environment.advance(2_000)
    await until(() => relay.requests.map(({ method }) => method)).toEqual(['irn_subscribe'])
    environment.advance(18_000)
    await until(() => relay.queries.length).toBe(2)
  })

  test('behavior: detects a dead socket within seconds after sleep', async () => {
    const connection = connect()
    connection.need()
    await connected(connection)
    relay.script.answer = () => 'silence'
    environment.advance(5_000)
    connection.wake()
    await until(() => relay.requests.length).toBe(1)
    environment.advance(4_500)
    await until(() => relay.queries.length).toBe(2)
  })

  test('behavior: without requests and subscriptions it stays idle', async () => {
    let isNeeded = true
    const connection = connect({ isNeeded: () => isNeeded, probe: () => undefined })
    connection.need()
    await connected(connection)
    environment.advance(300_000)
    expect(connection.status()).toBe('connected')
    isNeeded = false
    for (const socket of relay.sockets) socket.close(4008)
    await until(connection.status).toBe('idle')
    connection.need()
    await connected(connection)
  })

  test('behavior: gives an overloaded relay more time', async () => {
    const connection = connect()
    connection.need()
    await connected(connection)
    for (const socket of relay.sockets) socket.close(1013)
    await until(connection.status).toBe('waiting')
    environment.advance(2_400)
    expect(connection.status()).toBe('waiting')
    environment.advance(2_600)
    await connected(connection)
  })

  test('error: does not dial a relay again that refuses this client', async () => {
    relay.script.closeAtOnce = 3000
    const connection = connect()
    connection.need()
    await until(connection.status).toBe('refused')
    connection.need()
    connection.wake()
    environment.advance(600_000)
    expect(connection.status()).toBe('refused')
    expect(relay.queries).toHaveLength(1)
  })

  test('error: nor one that refuses it in an answer', async () => {
    relay.script.answer = () => ({ error: { code: 3000, message: 'who are you?' } })
    const connection = connect()
    connection.need()
    await connected(connection)
    await expect(connection.request({ method: 'irn_subscribe', params: {} })).resolves.toEqual({
      error: { code: 3000, tag: 'who are you?' },
    })
    expect(connection.status()).toBe('refused')
  })

  test('error: without a WebSocket it reports that and keeps trying', async () => {
    const failure = new TypeError('There is no WebSocket here')
    environment.openSocket = () => {
      throw failure
    }
    const connection = connect()
    connection.need()
    await until(connection.status).toBe('waiting')
    expect(connection.failure()).toBe(failure)
  })

  test('error: if the key’s library did not load, it reports that and tries again', async () => {
    const failure = new TypeError('Failed to fetch dynamically imported module')
    let tries = 0
    const connection = connect({
      getKey: () => (++tries === 1 ? Promise.reject(failure) : createSigningKey({ seed: 'ab'.repeat(32) })),
    })
    connection.need()
    await until(connection.status).toBe('waiting')
    expect(connection.failure()).toBe(failure)
    environment.advance(100)
    await connected(connection)
    expect(connection.failure()).toBeUndefined()
    expect(tries).toBe(2)
  })

  test('behavior: a connection that is destroyed before its key exists opens no socket', async () => {
    const openSocket = vi.spyOn(environment, 'openSocket')
    const key = createLateKey()
    const connection = connect({ getKey: () => key.promise })
    connection.need()
    expect(connection.status()).toBe('connecting')
    connection.destroy()
    key.resolve(await createSigningKey({ seed: 'ab'.repeat(32) }))
    const other = connect()
    other.need()
    await connected(other)
    expect(connection.status()).toBe('idle')
    expect(openSocket).toHaveBeenCalledTimes(1)
  })

  test('behavior: the next attempt waits for a slow key, and opens the only socket', async () => {
    const openSocket = vi.spyOn(environment, 'openSocket')
    const key = createLateKey()
    const connection = connect({ getKey: () => key.promise })
    connection.need()
    environment.advance(10_000)
    expect(connection.status()).toBe('waiting')
    environment.advance(100)
    expect(connection.status()).toBe('connecting')
    key.resolve(await createSigningKey({ seed: 'ab'.repeat(32) }))
    await connected(connection)
    expect(openSocket).toHaveBeenCalledTimes(1)
    expect(relay.queries).toHaveLength(1)
  })

  test('error: malformed frames change nothing', async () => {
    const connection = connect()
    connection.need()
    await connected(connection)
    for (const socket of relay.sockets) {
      for (const frame of [
        '',
        '{',
        'null',
        '[]',
        '{"id":1}',
        '{"method":"irn_subscription","id":1}',
        '{"id":9,"result":1}',
      ])
        socket.send(frame)
    }
    await expect(connection.request({ method: 'irn_subscribe', params: {} })).resolves.toEqual({ result: true })
    expect(relay.acknowledged).toEqual([])
  })
})
