import { afterEach, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { createTestClock } from '../testing/createTestClock.ts'
import { createAutoLock } from './createAutoLock.ts'

const { setup } = createFrameTests({ afterEach })
const minute = 60_000

function setupLock({ minutes = 15 }: { minutes?: number | 'off' } = {}) {
  const clock = createTestClock()
  let hidden = false
  let slept = 0
  let locks = 0
  const listeners = new Set<() => void>()
  const autoLock = createAutoLock({
    minutes,
    now: () => clock.now() + slept,
    schedule: clock.schedule,
    page: {
      isHidden: () => hidden,
      follow: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    lock: () => {
      locks += 1
    },
  })
  const setHidden = (next: boolean) => {
    hidden = next
    for (const listener of listeners) listener()
  }
  const sleep = (milliseconds: number) => {
    slept += milliseconds
  }
  return { autoLock, clock, setHidden, sleep, locks: () => locks }
}

test('default', () => {
  const { clock, locks } = setupLock()
  clock.advance(15 * minute - 1)
  expect(locks()).toBe(0)
  clock.advance(1)
  expect(locks()).toBe(1)
})

test('behavior: threat 60: autolock: a computer that slept with the page in front is locked soon after it woke', () => {
  const { clock, sleep, locks } = setupLock()
  sleep(8 * 60 * minute)
  expect(locks()).toBe(0)
  clock.advance(minute / 2)
  expect(locks()).toBe(1)
})

test('behavior: use restarts the time', () => {
  const { autoLock, clock, locks } = setupLock()
  for (let count = 0; count < 5; count++) {
    clock.advance(14 * minute)
    autoLock.touch()
  }
  expect(locks()).toBe(0)
  clock.advance(15 * minute)
  expect(locks()).toBe(1)
  autoLock.stop()
  clock.advance(60 * minute)
  expect(locks()).toBe(1)
})

test('behavior: threat 60: autolock: a page that was hidden for more than five minutes is locked when it returns', () => {
  const { clock, setHidden, locks } = setupLock()
  setHidden(true)
  clock.advance(5 * minute)
  setHidden(false)
  expect(locks()).toBe(0)
  setHidden(true)
  clock.advance(5 * minute + 1)
  setHidden(false)
  expect(locks()).toBe(1)
})

test('behavior: a reloaded page continues with the remaining time', () => {
  const { autoLock, clock, locks } = setupLock()
  autoLock.resume(300)
  clock.advance(5 * minute - 1)
  expect(locks()).toBe(0)
  clock.advance(1)
  expect(locks()).toBe(1)
})

test('behavior: a disabled lock never locks', () => {
  const { clock, setHidden, locks } = setupLock({ minutes: 'off' })
  clock.advance(24 * 60 * minute)
  setHidden(true)
  clock.advance(24 * 60 * minute)
  setHidden(false)
  expect(locks()).toBe(0)
})

test('finding F3: threat 60: autolock: removes the keys, notifies the host, and the next approval asks for a step-up', async () => {
  const { open, clock, server } = setup()
  const host = open()
  const user = (await host.signIn()) as { address: string }
  clock.advance(15 * minute)
  await host.until(() => host.events.some(({ name }) => name === 'locked'))
  // Still connected: reading needs no key.
  expect(await host.ask('getUser')).toMatchObject({ address: user.address })
  const signature = host.ask('rpc', { method: 'personal_sign', params: ['0x00', user.address] })
  await host.card('unlock')
  // Only a click on the card's own button unlocks, and no code is sent before it.
  host.frame.actions.approve()
  host.frame.actions.confirmWithPasskey()
  expect(server.calls.filter((path) => path.includes('step-up'))).toEqual([])
  expect(host.frame.card.getState()).toMatchObject({ kind: 'unlock', busy: false })
  await host.unlock()
  await host.card('approve', ({ state }) => state === 'ready')
  host.frame.actions.approve()
  expect(await signature).toMatch(/^0x/)
})
