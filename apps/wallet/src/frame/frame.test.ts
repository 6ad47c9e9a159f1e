import { verifyMessage } from 'viem/utils'
import { afterEach, expect, test } from 'vitest'
import { createTestClock } from '../testing/createTestClock.ts'
import { createTestDevice } from '../testing/createTestDevice.ts'
import { createTestFrame, type TestFrame } from '../testing/createTestFrame.ts'
import { createTestServer } from '../testing/createTestServer.ts'

const frames: TestFrame[] = []
afterEach(() => {
  for (const frame of frames.splice(0)) frame.stop()
})

function setup(options: Partial<Parameters<typeof createTestFrame>[0]> = {}) {
  const clock = createTestClock()
  const server = createTestServer(clock)
  const device = createTestDevice()
  const open = (more: Partial<Parameters<typeof createTestFrame>[0]> = {}) => {
    const frame = createTestFrame({ server, clock, device, ...options, ...more })
    frames.push(frame)
    return frame
  }
  return { clock, server, device, open }
}

test('default', async () => {
  const { open } = setup()
  const host = open()
  await host.until(() => host.events.length > 0)
  expect(host.events[0]).toMatchObject({ name: 'ready' })
  expect(await host.ask('isConnected')).toStrictEqual({ isConnected: false })
  const user = (await host.signIn()) as { address: `0x${string}` }
  expect(user).toMatchObject({ email: 'visitor@mail.example', chainId: 'eip155:1' })
  expect(await host.ask('getUser')).toStrictEqual(user)
  expect(await host.ask('rpc', { method: 'eth_accounts' })).toStrictEqual([user.address])

  const signature = host.ask('rpc', { method: 'personal_sign', params: ['0x68656c6c6f', user.address] })
  const card = await host.card('approve', ({ state }) => state === 'ready')
  expect(card).toMatchObject({
    asker: { origin: 'https://app.example' },
    account: { address: user.address },
    place: 'card',
    description: { message: 'hello' },
  })
  host.frame.actions.approve()
  expect(
    await verifyMessage({
      address: user.address,
      message: 'hello',
      signature: (await signature) as `0x${string}`,
    }),
  ).toBe(true)
  expect(host.frame.card.getState()).toBe(null)
})
