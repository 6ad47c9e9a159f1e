import { writeRecap } from '@latchkey/protocol/siwx'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLocalSiwx, siwxSessionsKey } from './createLocalSiwx.ts'
import { nonceLifetime, oneClicksKey } from './createOneClickStore.ts'
import { createSiwxMessage } from './createSiwxMessage.ts'
import type { OneClickMessage } from './Siwx.ts'

const accountAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const chainId = 'eip155:1'
const of = { chainId, address: accountAddress } as const
const signature = `0x${'1b'.repeat(65)}`

function setUp({ domain = 'brass.example' } = {}) {
  const memory = new Map<string, string>()
  let time = Date.UTC(2026, 10, 20)
  const storage = {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  }
  const open = (options: Parameters<typeof createLocalSiwx>[0] = {}) =>
    createLocalSiwx({ domain, uri: `https://${domain}`, storage, now: () => time, ...options })
  const sign = async (siwx: ReturnType<typeof createLocalSiwx>) => {
    const message = await siwx.createMessage({ accountAddress, chainId })
    const { toString: write, ...data } = message
    return { data, message: write(), signature }
  }
  return { memory, storage, open, sign, wait: (milliseconds: number) => (time += milliseconds) }
}

test('default', async () => {
  const { open, sign, memory } = setUp()
  const siwx = open({ statement: 'Sign in to Brass' })
  const session = await sign(siwx)
  expect(session.message).toContain('\n\nSign in to Brass\n\n')
  await siwx.addSession(session)
  expect(await siwx.getSessions(of)).toStrictEqual([session])
  expect(await siwx.getSessions({ chainId, address: accountAddress.toLowerCase() })).toHaveLength(1)
  expect(await siwx.getSessions({ ...of, chainId: 'eip155:8453' })).toHaveLength(0)
  // It survives a reload …
  expect(await open().getSessions(of)).toStrictEqual([session])
  // … until it is revoked.
  await siwx.revokeSession(of)
  expect(await siwx.getSessions(of)).toStrictEqual([])
  expect(memory.has(siwxSessionsKey)).toBe(false)
})

test('behavior: a sign-in ends with its lifetime', async () => {
  const { open, sign, wait } = setUp()
  const siwx = open({ lifetime: 1000 })
  await siwx.addSession(await sign(siwx))
  wait(999)
  expect(await siwx.getSessions(of)).toHaveLength(1)
  wait(1)
  expect(await siwx.getSessions(of)).toHaveLength(0)
  expect(await open().getSessions(of)).toHaveLength(0)
})

test('behavior: a storage of another site, or with malformed data, has no sign-in', async () => {
  const { open, sign, memory } = setUp()
  const siwx = open()
  await siwx.addSession(await sign(siwx))
  expect(await open({ domain: 'other.example' }).getSessions(of)).toStrictEqual([])
  for (const rubbish of ['{', '{}', '[1,{"data":{}}]', 'null']) {
    memory.set(siwxSessionsKey, rubbish)
    expect(await open().getSessions(of)).toStrictEqual([])
  }
})

test('behavior: without a working storage, the sign-in only lasts until a reload', async () => {
  const { open, sign } = setUp()
  const refuse = () => {
    throw new Error('blocked')
  }
  const siwx = open({ storage: { getItem: refuse, setItem: refuse, removeItem: refuse } })
  await siwx.addSession(await sign(siwx))
  expect(await siwx.getSessions(of)).toHaveLength(1)
})

test('behavior: signing out all accounts', async () => {
  const { open, sign } = setUp()
  const siwx = open({ required: true, signOutOnDisconnect: false })
  await siwx.addSession(await sign(siwx))
  await siwx.setSessions([])
  expect(await siwx.getSessions(of)).toStrictEqual([])
  expect(siwx.getRequired?.()).toBe(true)
  expect(siwx.signOutOnDisconnect).toBe(false)
})

test('behavior: a sign-in or sign-out in another tab is noticed', () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { open } = setUp()
  const siwx = open({ asksOnConnect: false })
  expect(siwx.asksOnConnect?.()).toBe(false)
  let heard = 0
  const stop = siwx.subscribe?.(() => heard++)
  const write = (key: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  write('another')
  expect(heard).toBe(0)
  write(siwxSessionsKey)
  expect(heard).toBe(1)
  stop?.()
  write(siwxSessionsKey)
  expect(heard).toBe(1)
})

test('error: a message is valid once, for a limited time, and only unchanged', async () => {
  const { open, sign, wait } = setUp()
  const siwx = open()
  const refusal = { code: 'siwx_message_invalid' }
  const session = await sign(siwx)
  await siwx.addSession(session)
  await expect(siwx.addSession(session)).rejects.toMatchObject(refusal)

  const changed = await sign(siwx)
  await expect(siwx.addSession({ ...changed, message: `${changed.message}!` })).rejects.toMatchObject(refusal)
  const other = await sign(siwx)
  await expect(
    siwx.addSession({ ...other, data: { ...other.data, uri: 'https://evil.example' } }),
  ).rejects.toMatchObject(refusal)

  const late = await sign(siwx)
  wait(nonceLifetime)
  await expect(siwx.addSession(late)).rejects.toMatchObject(refusal)
})

describe('one click', () => {
  const chainIds = ['eip155:1', 'eip155:8453'] as const
  const answer = (message: OneClickMessage, changes: Partial<Parameters<typeof createSiwxMessage>[0]> = {}) => {
    const { toString: write, ...data } = createSiwxMessage({ ...message, accountAddress, chainId, ...changes })
    return { data, message: write(), signature }
  }
  const ask = async (siwx: ReturnType<typeof createLocalSiwx>) => {
    const message = await siwx.createOneClick?.({ chainIds })
    if (!message) throw new Error('No message')
    return message
  }

  test('default: signed once for each network, even after a reload of the page', async () => {
    const { open, memory } = setUp()
    const message = await ask(open({ statement: 'Sign in to Brass' }))
    expect(memory.has(oneClicksKey)).toBe(true)
    const siwx = open()
    await siwx.addSession(answer(message))
    await siwx.addSession(answer(message, { chainId: 'eip155:8453' }))
    expect(await siwx.getSessions(of)).toHaveLength(1)
    expect(await siwx.getSessions({ ...of, chainId: 'eip155:8453' })).toHaveLength(1)
    await expect(siwx.addSession(answer(message))).rejects.toMatchObject({
      code: 'siwx_message_invalid',
      field: 'nonce',
    })
  })

  test('behavior: a wallet may add the permissions for the site, and nothing else', async () => {
    const { open } = setUp()
    const siwx = open({ statement: 'Sign in to Brass' })
    const grants =
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'personal_sign' for 'eip155'."
    const resources = [writeRecap({ att: { eip155: { 'request/personal_sign': [{}] } } })]
    const more = [
      writeRecap({ att: { eip155: { 'request/eth_sendTransaction': [{}], 'request/personal_sign': [{}] } } }),
    ]
    const message = await ask(siwx)
    await siwx.addSession(answer(message, { statement: `Sign in to Brass ${grants}`, resources }))
    expect(await siwx.getSessions(of)).toHaveLength(1)
    for (const changes of [
      { statement: `Give all to Eve ${grants}`, resources },
      { statement: `Sign in to Brass ${grants}` },
      { statement: 'Sign in to Brass', resources },
      { statement: `Sign in to Brass ${grants}`, resources: more },
      { statement: `Sign in to Brass ${grants} ${grants}`, resources },
      { statement: `Sign in to Brass ${grants}`, resources: ['urn:recap:eyJhdHQiOnt9fQ'] },
      { resources: ['https://other.example'] },
    ])
      await expect(siwx.addSession(answer(await ask(siwx), changes))).rejects.toMatchObject({
        code: 'siwx_message_invalid',
      })
  })

  test.each<[string, Partial<Parameters<typeof createSiwxMessage>[0]>]>([
    ['another site', { domain: 'other.example' }],
    ['another address', { uri: 'https://other.example' }],
    ['another nonce', { nonce: '0123456789abcdef' }],
    ['a longer time', { expirationTime: '2030-01-01T00:00:00.000Z' }],
    ['another start', { issuedAt: '2026-11-19T00:00:00.000Z' }],
    ['a network that nobody asked for', { chainId: 'eip155:10' }],
  ])('error: %s', async (_, changes) => {
    const { open } = setUp()
    const siwx = open()
    await expect(siwx.addSession(answer(await ask(siwx), changes))).rejects.toMatchObject({
      code: 'siwx_message_invalid',
    })
    expect(await siwx.getSessions(of)).toStrictEqual([])
  })

  test('error: too late', async () => {
    const { open, wait } = setUp()
    const siwx = open()
    const message = await ask(siwx)
    wait(nonceLifetime)
    await expect(siwx.addSession(answer(message))).rejects.toMatchObject({ field: 'nonce' })
  })

  test('error: a text that differs from its fields', async () => {
    const { open } = setUp()
    const siwx = open()
    const session = answer(await ask(siwx))
    const message = session.message.replace('Nonce', 'Once')
    await expect(siwx.addSession({ ...session, message })).rejects.toMatchObject({ code: 'siwx_message_invalid' })
  })
})
