import { LatchkeyError } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PeerError } from '../session/PeerError.ts'
import { createIndexedDbStorage } from '../storage/createIndexedDbStorage.ts'
import { createTabSharing } from './createTabSharing.ts'
import type { TabMessage } from './TabMessage.ts'
import type { SharedClient } from './TabSharing.ts'
import { createLabelledClient, type LabelledClient } from './testing/createLabelledClient.ts'

type Tab = SharedClient & { leave: () => void; client: LabelledClient; events: { type: string; data: unknown }[] }

const ends: (() => void)[] = []
let lastName = 0
let lastCall = 0

afterEach(() => {
  vi.restoreAllMocks()
  for (const end of ends.splice(0)) end()
})

const freshName = () => `walletconnect-test-${Date.now()}-${++lastName}`
const call = (method: string, params: unknown = undefined, signal?: AbortSignal) => ({
  id: `call ${++lastCall}`,
  method,
  params,
  ...(signal ? { signal } : {}),
})
const until = (condition: () => unknown) => expect.poll(condition, { interval: 5 })

function join(name: string, label: string, own?: (signal: AbortSignal) => Promise<SharedClient>): Tab {
  const client = createLabelledClient(label)
  const joined = createTabSharing({ name }).join({ own: own ?? client.own })
  ends.push(joined.leave)
  const events: Tab['events'] = []
  joined.subscribe((event) => events.push(event))
  return { ...joined, client, events }
}

/** Records the messages between tabs. */
function listen(name: string): TabMessage[] {
  const channel = new BroadcastChannel(name)
  ends.push(() => channel.close())
  const heard: TabMessage[] = []
  channel.onmessage = ({ data }) => heard.push(data)
  return heard
}

/** A tab in its own thread. */
async function joinWorker(name: string, database?: string) {
  const worker = new Worker(new URL('./testing/tab.worker.ts', import.meta.url), { type: 'module' })
  ends.push(() => worker.terminate())
  const said: { type: string; result?: unknown }[] = []
  worker.addEventListener('message', ({ data }) => said.push(data))
  worker.postMessage({ type: 'join', name, database })
  await until(() => said.map(({ type }) => type)).toContain('owns')
  return { worker, said }
}

describe('createTabSharing', () => {
  test('default', async () => {
    const name = freshName()
    const [one, two, three] = ['one', 'two', 'three'].map((label) => join(name, label)) as [Tab, Tab, Tab]
    await expect(two.call(call('where'))).resolves.toBe('one')
    await expect(one.call(call('where'))).resolves.toBe('one')
    await expect(three.call(call('echo', { deep: [1, { two: null }] }))).resolves.toEqual({ deep: [1, { two: null }] })
    expect([one, two, three].map(({ client }) => client.signals.length)).toEqual([1, 0, 0])
  })

  test('behavior: all tabs receive the owner’s events', async () => {
    const name = freshName()
    const [one, two, three] = ['one', 'two', 'three'].map((label) => join(name, label)) as [Tab, Tab, Tab]
    await two.call(call('where'))
    one.client.tell('sessions', [1])
    const heard = { type: 'sessions', data: [1] }
    for (const tab of [one, two, three]) await until(() => tab.events).toContainEqual(heard)
    expect(one.events.filter(({ type }) => type === 'sessions')).toHaveLength(1)
  })

  test('behavior: when the owner leaves, the next tab owns the client and gets the unanswered calls', async () => {
    const name = freshName()
    const one = join(name, 'one')
    await one.call(call('where'))
    const two = join(name, 'two')
    const three = join(name, 'three')
    const controller = new AbortController()
    const waiting = { ...call('wait'), signal: controller.signal }
    const answer = three.call(waiting)
    answer.catch(() => {})
    await until(() => one.client.calls).toContain(`wait ${waiting.id}`)
    one.leave()
    expect(one.client.signals[0]?.aborted).toBe(true)
    await until(() => two.client.calls).toContain(`wait ${waiting.id}`)
    expect(three.events).toContainEqual({ type: 'ownerChanged', data: undefined })
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'user_rejected', details: 'in two' })
    expect(three.client.signals).toEqual([])
  })

  test('behavior: a call under the same id takes effect once, and its answer is available again', async () => {
    const name = freshName()
    const one = join(name, 'one')
    await one.call(call('where'))
    const channel = new BroadcastChannel(name)
    ends.push(() => channel.close())
    const heard = listen(name)
    for (let time = 0; time < 3; time++)
      channel.postMessage({ type: 'call', id: 'same', method: 'where', params: null })
    const answers = () => heard.filter(({ type }) => type === 'answer')
    await until(() => answers().length).toBeGreaterThan(0)
    channel.postMessage({ type: 'call', id: 'same', method: 'where', params: null })
    const before = answers().length
    await until(() => answers().length).toBeGreaterThan(before)
    for (const answer of answers()) expect(answer).toEqual({ type: 'answer', id: 'same', answer: { result: 'one' } })
    expect(one.client.calls.filter((entry) => entry === 'where same')).toHaveLength(1)
  })

  test('behavior: when the system ends the owner, the next tab follows', async () => {
    const name = freshName()
    const { worker } = await joinWorker(name)
    const two = join(name, 'two')
    await expect(two.call(call('where'))).resolves.toBe('worker')
    worker.terminate()
    await until(() => two.client.signals.length).toBe(1)
    await expect(two.call(call('where'))).resolves.toBe('two')
  })

  test('behavior: threat 80: a frozen owner is replaced; after it wakes it cannot write, is notified, and follows', async () => {
    const name = freshName()
    const { worker, said } = await joinWorker(name, name)
    const storage = createIndexedDbStorage({ name })
    ends.push(() => {
      storage.close?.()
      indexedDB.deleteDatabase(name)
    })
    const client = createLabelledClient('two')
    const two = join(name, 'two', async (signal) => {
      await storage.load()
      await storage.write(new Map([['state', 'of two']]))
      return client.own(signal)
    })
    await expect(two.call(call('where'))).resolves.toBe('worker')
    worker.postMessage({ type: 'freeze', duration: 2_600 })
    await until(() => said.at(-1)).toEqual({ type: 'frozen' })
    const asked = performance.now()
    await expect(two.call(call('where'))).resolves.toBe('two')
    expect(performance.now() - asked).toBeGreaterThan(1_400)
    expect(said.map(({ type }) => type)).not.toContain('lost')
    await until(() => said.map(({ type }) => type)).toContain('lost')
    await until(() => said).toContainEqual({ type: 'refused', result: 'request_aborted' })
    expect(await storage.load()).toEqual(new Map([['state', 'of two']]))
    worker.postMessage({ type: 'call', id: 'from the worker', method: 'where' })
    await until(() => said.at(-1)).toEqual({ type: 'result', result: 'two' })
    expect(client.signals.map(({ aborted }) => aborted)).toEqual([false])
  })

  test('behavior: a hidden tab does not take over from a frozen owner', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    const name = freshName()
    const { worker, said } = await joinWorker(name)
    const two = join(name, 'two')
    await two.call(call('where'))
    worker.postMessage({ type: 'freeze', duration: 1_700 })
    await until(() => said.at(-1)).toEqual({ type: 'frozen' })
    await expect(two.call(call('where'))).resolves.toBe('worker')
    expect(two.client.signals).toEqual([])
  })

  test('behavior: calls wait for the owner’s start; a failed start is tried again', async () => {
    const name = freshName()
    const client = createLabelledClient('one')
    let attempts = 0
    let fail: ((error: Error) => void) | undefined
    const one = join(name, 'one', (signal) =>
      attempts++ === 0
        ? new Promise((_, reject) => {
            fail = reject
          })
        : client.own(signal),
    )
    const heard = listen(name)
    const two = join(name, 'two')
    const early = two.call(call('where'))
    const own = one.call(call('where'))
    const failures = Promise.allSettled([early, own])
    // The owner confirms the call, which is still waiting.
    await until(() => heard.map(({ type }) => type)).toContain('pong')
    fail?.(new LatchkeyError('internal', { details: 'no storage' }))
    for (const settled of await failures)
      expect(settled).toMatchObject({ reason: { code: 'internal', details: 'no storage' } })
    await expect(two.call(call('where'))).resolves.toBe('one')
    expect(attempts).toBe(2)
  })

  test('behavior: without locks, or if this page may not use them, each tab has its own client', async () => {
    const refused = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }
    for (const locks of [undefined, refused]) {
      const spy = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as unknown as LockManager)
      const name = freshName()
      const [one, two] = ['one', 'two'].map((label) => join(name, label)) as [Tab, Tab]
      await expect(one.call(call('where'))).resolves.toBe('one')
      await expect(two.call(call('where'))).resolves.toBe('two')
      one.leave()
      two.leave()
      expect(one.client.signals[0]?.aborted).toBe(true)
      spy.mockRestore()
    }
  })

  test('error: errors are the same in another tab', async () => {
    const name = freshName()
    const one = join(name, 'one')
    await one.call(call('where'))
    const two = join(name, 'two')
    const of = (method: string) => two.call(call(method)).catch((error: unknown) => error)
    const declined = await of('decline')
    expect(declined).toBeInstanceOf(PeerError)
    expect(declined).toMatchObject({
      code: 'user_rejected',
      rpcCode: 5001,
      details: '5001: Not on this network',
      data: { chain: 'eip155:1' },
    })
    const failed = await of('fail')
    expect(failed).toBeInstanceOf(LatchkeyError)
    expect(failed).toMatchObject({
      code: 'relay_unavailable',
      message: 'Nothing there',
      details: 'down',
      retryable: true,
    })
    expect(await of('break')).toMatchObject({ code: 'internal', details: 'TypeError: a mistake' })
  })

  test('error: a signal that aborted already, and one that does later', async () => {
    const name = freshName()
    const one = join(name, 'one')
    await one.call(call('where'))
    const two = join(name, 'two')
    const rejected = expect.objectContaining({ code: 'user_rejected' })
    await expect(two.call(call('wait', undefined, AbortSignal.abort()))).rejects.toEqual(rejected)
    await expect(one.call(call('wait', undefined, AbortSignal.abort()))).rejects.toEqual(rejected)
    const controller = new AbortController()
    const waiting = two.call(call('wait', undefined, controller.signal))
    waiting.catch(() => {})
    await until(() => one.client.calls.length).toBe(4)
    controller.abort()
    await expect(waiting).rejects.toEqual(rejected)
  })

  test('error: a tab that left makes no calls', async () => {
    const name = freshName()
    const one = join(name, 'one')
    const two = join(name, 'two')
    await two.call(call('where'))
    const waiting = two.call(call('wait'))
    two.leave()
    const left = expect.objectContaining({ code: 'request_aborted' })
    await expect(waiting).rejects.toEqual(left)
    await expect(two.call(call('where'))).rejects.toEqual(left)
    await expect(one.call(call('where'))).resolves.toBe('one')
  })
})
