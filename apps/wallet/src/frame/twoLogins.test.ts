import { afterEach, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import type { TestFrame } from '../testing/createTestFrame.ts'

const { setup } = createFrameTests({ afterEach })

type User = { email: string; address: string }

/** Where the host of a frame learned of an account last; null where it learned that there is none. */
function lastAccount({ events }: TestFrame): string | null {
  const last = events.filter(({ name }) => name === 'accountsChanged' || name === 'disconnect').at(-1)
  return last?.name === 'accountsChanged' ? (last.accounts[0] ?? null) : null
}

test('behavior: two people log in in two tabs at once: both tabs show one of them, and nobody is signed out', async () => {
  const { open } = setup()
  const [first, second] = [open(), open()]
  await Promise.allSettled([first.signIn('early@mail.example'), second.signIn('late@mail.example')])
  await expect.poll(() => lastAccount(first) !== null && lastAccount(first) === lastAccount(second)).toBe(true)
  const users = [await first.ask('getUser'), await second.ask('getUser')] as User[]
  expect(users[0]).toStrictEqual(users[1])
  expect(users[0]?.address).toBe(lastAccount(first))
  expect([...first.events, ...second.events].filter(({ name }) => name === 'disconnect')).toStrictEqual([])
})

test('behavior: the later of two logins wins: a sign-out that another tab tells late does not end it', async () => {
  const { open, device } = setup()
  const [first, second] = [open(), open()]
  await first.signIn('early@mail.example')
  await second.until(() => lastAccount(second) !== null)
  const late = (await second.signIn('late@mail.example')) as User
  // What the first tab says of the session that the second login ended, on its way until now.
  device.openTabs({ name: 'any', receive: () => {} }).post({ kind: 'signedOut' })
  await first.until(() => lastAccount(first) === late.address)
  expect(await second.ask('isConnected')).toMatchObject({ isConnected: true })
  expect(await first.ask('getUser')).toStrictEqual(await second.ask('getUser'))
  expect(lastAccount(second)).toBe(late.address)
})
