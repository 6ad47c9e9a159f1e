import { expect, test } from 'vitest'
import { createMemoryKv } from '../../platform/kv/createMemoryKv.ts'
import { createNameLimits } from './createNameLimits.ts'

const clock = { now: () => Date.UTC(2026, 10, 21, 12) }
const create = () =>
  createNameLimits({
    context: { kv: createMemoryKv({ clock }), clock },
    limits: { registrationsPerHour: 2, registrationsPerDay: 100, changesPerHour: 100 },
  })
type Limits = ReturnType<typeof create>
const isTaken = (limits: Limits, ip: string) =>
  limits.peek('registration', ip).then(
    () => limits.consume('registration', ip).then(() => true),
    (error: { code: string }) => error.code,
  )

test('threat 99: an owner of many networks in one IPv6 /48 gets five times as much, not the limit of each', async () => {
  const limits = create()
  const outcomes: unknown[] = []
  for (let network = 0; network < 8; network++)
    for (let turn = 0; turn < 2; turn++) outcomes.push(await isTaken(limits, `2001:db8:1:${network.toString(16)}::/64`))
  expect(outcomes).toEqual([...Array(10).fill(true), ...Array(6).fill('rate_limited')])
  expect(await isTaken(limits, '2001:db8:2:0::/64')).toBe(true)
})

test('behavior: separate limits for each network, and for IPv4 addresses', async () => {
  const limits = create()
  for (const ip of ['2001:db8:1:2::/64', '192.0.2.1', '192.0.2.2']) {
    const outcomes = [await isTaken(limits, ip), await isTaken(limits, ip), await isTaken(limits, ip)]
    expect([ip, ...outcomes]).toEqual([ip, true, true, 'rate_limited'])
  }
})
