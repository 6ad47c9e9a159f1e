import { afterEach, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import type { TestFrame } from '../testing/createTestFrame.ts'

const { setup } = createFrameTests({ afterEach })

type User = { email: string; address: string }

/** Last account that the frame's host learned; null if it learned that there is none. */
function lastAccount({ events }: TestFrame): string | null {
  const last = events.filter(({ name }) => name === 'accountsChanged' || name === 'disconnect').at(-1)
  return last?.name === 'accountsChanged' ? (last.accounts[0] ?? null) : null
}

test('behavior: simultaneous logins of two visitors in two tabs: both tabs show one of them, and both stay logged in', async () => {
  const { open } = setup()
  const [first, second] = [open(), open()]
  await Promise.allSettled([first.signIn('early@mail.example'), second.signIn('late@mail.example')])
  await expect.poll(() => lastAccount(first) !== null && lastAccount(first) === lastAccount(second)).toBe(true)
  const users = [await first.ask('getUser'), await second.ask('getUser')] as User[]
  expect(users[0]).toStrictEqual(users[1])
  expect(users[0]?.address).toBe(lastAccount(first))
  expect([...first.events, ...second.events].filter(({ name }) => name === 'disconnect')).toStrictEqual([])
})

test('behavior: the later of two logins wins: a late logout message of another tab does not end it', async () => {
  const { open, device } = setup()
  const [first, second] = [open(), open()]
  await first.signIn('early@mail.example')
  await second.until(() => lastAccount(second) !== null)
  const late = (await second.signIn('late@mail.example')) as User
  // The first tab's message about the login that the second one ended, delayed until now.
  device.openTabs({ name: 'any', receive: () => {} }).post({ kind: 'signedOut' })
  await first.until(() => lastAccount(first) === late.address)
  expect(await second.ask('isConnected')).toMatchObject({ isConnected: true })
  expect(await first.ask('getUser')).toStrictEqual(await second.ask('getUser'))
  expect(lastAccount(second)).toBe(late.address)
})

test('behavior: a login that completes while its tab unlocks the wallet of another tab’s login unlocks its own', async () => {
  const { open, server } = setup()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const asked: string[] = []
  const fetch: typeof server.fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    asked.push(pathname)
    if (pathname === '/v1/wallet' && !asked.includes('/v1/auth/email/verify')) await held
    const answer = await server.fetch(input, init)
    if (pathname === '/v1/auth/email/verify') setTimeout(release)
    return answer
  }
  const first = open({ server: { fetch, calls: server.calls } })
  const second = open()
  await first.ask('connectEmail', { email: 'last@mail.example' })
  const answer = first.ask('connectOtp') as Promise<User>
  await first.card('code')
  await second.signIn('before@mail.example')
  await first.until(() => asked.includes('/v1/wallet'))
  first.frame.actions.submitCode('123456')
  const last = await answer
  expect(last.email).toBe('last@mail.example')
  await second.until(() => lastAccount(second) === last.address)
  expect(await first.ask('getUser')).toStrictEqual(last)
  expect(await second.ask('getUser')).toStrictEqual(last)
})
