import { expect, test } from 'vitest'
import type { AppEvent } from '../app/AppClient.ts'
import { createAppClient } from '../app/createAppClient.ts'
import type { ClientStorage } from '../storage/ClientStorage.ts'
import { type CrashPoint, createCrashingDevice } from './testing/createCrashingDevice.ts'
import { agreed, appMetadata, asked, createTestPair } from './testing/createTestPair.ts'
import { createTestSharing } from './testing/createTestSharing.ts'

/** Two tabs of an app that share one client, and a wallet. */
function createTabs(crash?: CrashPoint) {
  const pair = createTestPair()
  pair.app.destroy()
  const device = createCrashingDevice(crash)
  const { sharing, endOwner } = createTestSharing()
  const { environment } = pair.clock
  const open = () => {
    const parameters = { relays: [{ url: 'memory:', projectId: 'test' }] as const, metadata: appMetadata, environment }
    // The last tab that loaded it owns it; earlier tabs are refused.
    let mine: ClientStorage | undefined
    const storage: ClientStorage = {
      load: () => {
        mine = device.open()
        return mine.load()
      },
      write: async (changes) => mine?.write(changes),
    }
    return createAppClient({ ...parameters, storage, sharing }, { connect: pair.relay.connect('app') })
  }
  return { ...pair, device, endOwner, owner: open(), other: open() }
}

test('behavior: a tab that does not own the client can do all that the owner can, and has the same state', async () => {
  const tabs = createTabs()
  const heard: AppEvent[] = []
  tabs.other.subscribe((event) => heard.push(event))
  await tabs.owner.ready()
  const { uri, approval } = await tabs.other.pair({ optionalNamespaces: asked })
  await tabs.wallet.pair({ uri })
  await tabs.settle()
  await tabs.wallet.approve({ id: tabs.wallet.pending()[0]?.id ?? 0, namespaces: agreed })
  await tabs.settle()
  const { session } = await approval
  expect(tabs.owner.sessions()).toStrictEqual([session])
  expect(tabs.other.sessions()).toStrictEqual([session])
  expect((await (await tabs.owner.resume({ uri }))?.approval)?.session.topic).toBe(session.topic)

  await tabs.wallet.emit({ topic: session.topic, chainId: 'eip155:1', name: 'accountsChanged', data: [] })
  await tabs.settle()
  expect(heard.at(-1)).toMatchObject({ type: 'sessionEvent', name: 'accountsChanged' })

  const waiting = new AbortController()
  const given = tabs.other.request({
    topic: session.topic,
    chainId: 'eip155:1',
    method: 'personal_sign',
    signal: waiting.signal,
  })
  await tabs.settle()
  waiting.abort()
  await expect(given).rejects.toMatchObject({ code: 'user_rejected' })
  const declined = tabs.other.request({ topic: session.topic, chainId: 'eip155:1', method: 'personal_sign' })
  declined.catch(() => {})
  await tabs.settle()
  await tabs.wallet.reject({ id: tabs.waiting('request').at(-1)?.id ?? 0 })
  await tabs.settle()
  await expect(declined).rejects.toMatchObject({ code: 'user_rejected', rpcCode: 5000 })
  const elsewhere = { topic: session.topic, chainId: 'eip155:10', method: 'personal_sign' }
  await expect(tabs.other.request(elsewhere)).rejects.toMatchObject({ code: 'session_request_not_allowed' })
})

/** One tab pairs, requests and disconnects. The other tab, which owns the client, may crash at a certain write. */
async function converse(crash?: CrashPoint) {
  const tabs = createTabs(crash)
  const { wallet, other: app } = tabs
  const failures: unknown[] = []
  await tabs.owner.ready()
  let over = false
  let answer: unknown
  const story = async () => {
    const { uri, approval } = await app.pair({ optionalNamespaces: asked })
    await wallet.pair({ uri })
    const { session } = await approval
    answer = await app.request({ topic: session.topic, chainId: 'eip155:1', method: 'personal_sign' })
    await app.disconnect({ topic: session.topic })
    over = true
  }
  story().catch((error) => failures.push(error))
  const answered = new Set<number>()
  for (let round = 0; round < 40 && !(over && !wallet.sessions().length); round++) {
    await tabs.settle()
    if (tabs.device.takeCrash()) tabs.endOwner()
    for (const entry of wallet.pending()) {
      if (answered.has(entry.id)) continue
      answered.add(entry.id)
      if (entry.kind === 'proposal') await wallet.approve({ id: entry.id, namespaces: agreed })
      else await wallet.respond({ id: entry.id, result: 'signed' })
    }
  }
  await tabs.settle()
  const sent = (tag: number) => tabs.relay.sent.filter((message) => message.tag === tag).length
  const outcome = {
    failures,
    answer,
    over,
    asked: answered.size,
    sent: [1100, 1101, 1102, 1103, 1108, 1109, 1112].map(sent),
    sessions: [app.sessions().length, wallet.sessions().length],
  }
  const writes = tabs.device.writes()
  app.destroy()
  wallet.destroy()
  return { outcome, writes }
}

test('behavior: every call takes effect once, wherever the owning tab ends', async () => {
  const whole = await converse()
  expect(whole.outcome).toStrictEqual({
    failures: [],
    answer: 'signed',
    over: true,
    asked: 2,
    sent: [1, 1, 1, 1, 1, 1, 1],
    sessions: [0, 0],
  })
  expect(whole.writes).toBeGreaterThan(8)
  for (let at = 1; at <= whole.writes; at++) {
    for (const moment of ['before', 'after'] as const) {
      const { outcome } = await converse({ at, moment })
      expect({ at, moment, ...outcome }).toStrictEqual({ at, moment, ...whole.outcome })
    }
  }
}, 60_000)
