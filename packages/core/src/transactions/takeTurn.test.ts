import { expect, test } from 'vitest'
import { createTestTabs, settle } from '../testing/createTestEnvironment.ts'
import { createTurns, turnKey } from './takeTurn.ts'

const account = '0xa'
const refusing = { request: () => Promise.reject(new Error('SecurityError')), query: () => Promise.reject(new Error()) }

test.each([
  ['Web Locks', undefined],
  ['a stamp where there are none', null],
  ['a stamp where they are refused', refusing],
] as const)('default: with %s, one page at a time has the lock', async (_, locks) => {
  const tabs = createTestTabs()
  const open = (page: string) => createTurns({ environment: tabs.open(locks === undefined ? {} : { locks }), page })
  const [one, two] = [open('1'), open('2')]
  const release = await one.take({ account })
  expect(await two.take({ account })).toBeUndefined()
  expect(await two.isTaken({ account })).toBe(true)
  expect(await two.isTaken({ account: '0xb' })).toBe(false)
  ;(await two.take({ account: '0xb' }))?.()
  release?.()
  await settle()
  expect(await two.isTaken({ account })).toBe(false)
  const again = await two.take({ account })
  expect(again).toBeTypeOf('function')
  // A second release has no effect: another page has the lock.
  release?.()
  expect(await one.take({ account })).toBeUndefined()
  two.destroy()
  await settle()
  expect(await one.isTaken({ account })).toBe(false)
  one.destroy()
  expect(tabs.storage.get(turnKey)).toBeUndefined()
})

test('behavior: the stamp of a closed page expires, that of a waiting page does not', async () => {
  const tabs = createTestTabs()
  const environments = [tabs.open({ locks: null }), tabs.open({ locks: null })] as const
  const [one, two] = environments.map((environment, index) => createTurns({ environment, page: String(index) }))
  if (!one || !two) throw new Error('No pages')
  await one.take({ account })
  for (let minute = 0; minute < 5; minute++) for (const environment of environments) await environment.advance(60_000)
  expect(await two.take({ account })).toBeUndefined()
  // The first page has stopped running.
  await environments[1].advance(70_000)
  expect(await two.take({ account })).toBeTypeOf('function')
  two.destroy()
})

test('behavior: a page that is left releases its lock, and an unreadable stamp is ignored', async () => {
  const tabs = createTestTabs()
  const environment = tabs.open({ locks: null })
  const one = createTurns({ environment, page: '1' })
  await one.take({ account })
  environment.page().dispatchEvent(new Event('pagehide'))
  expect(tabs.storage.get(turnKey)).toBeUndefined()
  expect(environment.timers()).toBe(0)
  for (const text of ['{', '[]', '{"0xa":{"page":"2"}}', '{"0xa":{"page":"2","at":"now"}}']) {
    tabs.storage.set(turnKey, text)
    const release = await one.take({ account })
    expect(release).toBeTypeOf('function')
    release?.()
  }
})

test('behavior: a page that slept past its lock does not take it back when it wakes', async () => {
  const tabs = createTestTabs()
  const [sleeper, awake] = [tabs.open({ locks: null }), tabs.open({ locks: null })]
  const one = createTurns({ environment: { ...sleeper, now: awake.now }, page: '1' })
  const two = createTurns({ environment: awake, page: '2' })
  const third = createTurns({ environment: awake, page: '3' })
  const release = await one.take({ account })
  await awake.advance(70_000)
  expect(await two.take({ account })).toBeTypeOf('function')
  await sleeper.advance(70_000)
  release?.()
  expect(await third.take({ account })).toBeUndefined()
  two.destroy()
  expect(tabs.storage.get(turnKey)).toBeUndefined()
})

test('behavior: a stolen lock leaves no stamp behind', async () => {
  const tabs = createTestTabs()
  let steal: (() => void) | undefined
  const environment = tabs.open({
    locks: {
      request: async (_, __, hold) => {
        void hold({})
        await new Promise<void>((resolve) => {
          steal = resolve
        })
        throw new DOMException('Stolen', 'AbortError')
      },
      query: async () => ({ held: [] }),
    },
  })
  const one = createTurns({ environment, page: '1' })
  const release = await one.take({ account })
  steal?.()
  await settle()
  release?.()
  expect([tabs.storage.get(turnKey), environment.timers()]).toStrictEqual([undefined, 0])
})
