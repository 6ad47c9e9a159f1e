import { expect, test, vi } from 'vitest'
import { createSocketLimits } from './createSocketLimits.ts'

function create(limits: Partial<Parameters<typeof createSocketLimits>[0]['limits']> = {}) {
  vi.useFakeTimers()
  const ended: string[] = []
  const made = createSocketLimits({
    limits: { socketsPerAddress: 3, sockets: 20, idleSeconds: 60, ...limits },
    onEnd: (why) => ended.push(why),
  })
  const connect = (
    ip: string,
    change: { backlog?: number; since?: () => number | undefined; endsIdle?: boolean } = {},
  ) => {
    const place = made.enter(ip)
    const connection = { end: vi.fn(), backlog: change.backlog ?? 0 }
    place.watch({
      end: connection.end,
      backlog: () => connection.backlog,
      endsIdle: change.endsIdle ?? true,
      ...(change.since ? { assemblingSince: change.since } : {}),
    })
    return { place, connection }
  }
  return { made, connect, ended, stop: () => vi.useRealTimers() }
}
const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return (error as { code: string }).code
  }
  return undefined
}

test('behavior: threat 167: limits the places per address, a /48 has five times as many, and released places are free', () => {
  const { connect, made, ended, stop } = create()
  const own = [1, 2, 3].map(() => connect('192.0.2.1'))
  expect(codeOf(() => connect('192.0.2.1'))).toBe('rate_limited')
  own[0]?.place.leave()
  own[0]?.place.leave()
  expect(codeOf(() => connect('192.0.2.1'))).toBe(undefined)
  let let_in = 0
  for (let index = 0; index < 16; index += 1) {
    if (!codeOf(() => connect(`2001:db8:1:${index.toString(16)}::/64`))) let_in += 1
  }
  expect(let_in).toBe(15)
  expect(made.size()).toBe(18)
  expect(ended).toEqual(['address', 'address'])
  stop()
})

test('behavior: threat 167: when all places are taken, the network with the most loses its longest silent one', () => {
  const { connect, made, ended, stop } = create({ sockets: 6 })
  const flood = [1, 2, 3].map(() => connect('192.0.2.1'))
  for (const ip of ['192.0.2.2', '192.0.2.3', '192.0.2.4']) connect(ip)
  vi.advanceTimersByTime(1_000)
  flood[0]?.place.heard()
  connect('198.51.100.1')
  expect(flood.map(({ connection }) => connection.end.mock.calls)).toEqual([[], [[1013, 'Others need the place']], []])
  expect(made.size()).toBe(6)
  // No network has more than one place above the newcomer, so there is no fair place to take.
  expect(codeOf(() => connect('192.0.2.2'))).toBe('server_busy')
  expect(ended).toEqual(['evicted', 'total'])
  stop()
})

test('behavior: threat 167: idle sockets and endless messages are ended, streams stay', () => {
  const { connect, ended, stop } = create()
  const idle = connect('192.0.2.1')
  const stream = connect('192.0.2.1', { endsIdle: false })
  const busy = connect('192.0.2.2')
  const began = Date.now()
  const slow = connect('192.0.2.3', { since: () => began })
  vi.advanceTimersByTime(19_000)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(2_500)
  expect(slow.connection.end).toHaveBeenCalledExactlyOnceWith(1008, 'A message took too long')
  vi.advanceTimersByTime(30_000)
  busy.place.heard()
  vi.advanceTimersByTime(10_000)
  expect(idle.connection.end).toHaveBeenCalledExactlyOnceWith(1008, 'No message for too long')
  expect(stream.connection.end).not.toHaveBeenCalled()
  expect(busy.connection.end).not.toHaveBeenCalled()
  expect(ended).toEqual(['assembly', 'idle'])
  stop()
})

test('behavior: threat 167: slow readers are limited per address and in total, and the worst ends first', () => {
  const { connect, ended, stop } = create()
  const reader = (ip: string, megabytes: number) => {
    const made = connect(ip, { backlog: megabytes * 2 ** 20 })
    made.connection.end.mockImplementation(() => {
      made.connection.backlog = 0
    })
    return made
  }
  const [small, large] = [reader('192.0.2.1', 15), reader('192.0.2.1', 20)]
  large.place.pressed()
  expect(large.connection.end).toHaveBeenCalledExactlyOnceWith(1013, 'Read faster')
  expect(small.connection.end).not.toHaveBeenCalled()
  for (let index = 2; index < 8; index += 1) reader(`192.0.2.${index}`, 20)
  vi.advanceTimersByTime(1_000)
  expect(ended).toEqual(['backlog', 'backlog'])
  stop()
})
