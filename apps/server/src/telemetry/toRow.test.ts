import { createHash } from 'node:crypto'
import { isChainId } from '@latchkey/protocol'
import { type TelemetryRecord, telemetryEventSchema, telemetryViews, telemetryWays } from '@latchkey/protocol/api'
import { errorCatalog } from '@latchkey/protocol/errors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDirectory } from '../directory/createDirectory.ts'
import { createKnownNames } from './createKnownNames.ts'
import { readWalletNames } from './readWalletNames.ts'
import { toRow } from './toRow.ts'

const wallets = readWalletNames({ directory: createDirectory() })
const names = createKnownNames({ wallets, chainIds: ['eip155:31337', 'solana:localnet'] })
const row = (event: TelemetryRecord, session: string = crypto.randomUUID(), userAgent = '') =>
  toRow({ event, session, project: '0'.repeat(32), day: '2026-11-20', userAgent, names })

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const base58 = fc
  .array(fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'), {
    minLength: 26,
    maxLength: 44,
  })
  .map((all) => all.join(''))

/** Personal data, plain and inside texts that look like names. */
const personal = fc
  .oneof(
    hex(40).map((digits) => `0x${digits}`),
    hex(64).map((digits) => `0x${digits}`),
    hex(64),
    base58,
    fc.emailAddress(),
    fc.ipV4(),
    fc.ipV6(),
    fc.string({ minLength: 20 }),
  )
  .chain((secret) =>
    fc
      .constantFrom<(text: string) => string>(
        (text) => text,
        (text) => `eip155:1:${text}`,
        (text) => `solana:${text}`,
        (text) => `io.${text}`,
        (text) => `${text} wallet`,
        (text) => `Connect ${text}`,
      )
      .map((wrap) => ({ secret, value: wrap(secret).slice(0, 100) })),
  )

/** Returns every event, with one value in all its text fields. */
const eventsWith = (value: string): TelemetryRecord[] => [
  { name: 'modalOpened', view: value, connected: true },
  { name: 'modalClosed', connected: true },
  { name: 'walletChosen', wallet: value, way: value },
  { name: 'connected', wallet: value, way: value, namespace: value },
  { name: 'connectFailed', wallet: value, code: value },
  { name: 'disconnected' },
  { name: 'networkSwitched', chainId: value },
  { name: 'signInRequested' },
  { name: 'signedIn' },
  { name: 'signInFailed', code: value },
  { name: 'sent', chainId: value },
  { name: 'sendFailed', code: value },
  { name: 'swapped', chainId: value },
  { name: 'swapFailed', code: value },
]

test('behavior: no field of a row contains an address, an email address, a hash or another text of the page', () => {
  fc.assert(
    fc.property(personal, fc.uuid({ version: 4 }), fc.string(), ({ secret, value }, session, userAgent) => {
      for (const event of eventsWith(value)) {
        const made = row(event, session, userAgent)
        const text = JSON.stringify(Object.values(made))
        expect(text).not.toContain(secret)
        expect(text).not.toContain(session)
        expect(['desktop', 'mobile']).toContain(made.device)
        for (const field of ['view', 'wallet', 'way', 'namespace', 'chainId', 'code'] as const)
          expect([null, 'other']).toContain(made[field])
      }
    }),
    { numRuns: 150 },
  )
})

test('behavior: the property above covers all events', () => {
  const known = telemetryEventSchema._zod.def.options.flatMap((option) => option._zod.def.shape.name._zod.def.values)
  expect(
    eventsWith('x')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(known.toSorted())
})

test('behavior: every known name is unchanged', () => {
  for (const view of telemetryViews) expect(row({ name: 'modalOpened', view, connected: true }).view).toBe(view)
  for (const way of telemetryWays) expect(row({ name: 'walletChosen', wallet: 'latchkey', way }).way).toBe(way)
  for (const code of Object.keys(errorCatalog)) expect(row({ name: 'sendFailed', code }).code).toBe(code)
  for (const chainId of ['eip155:1', 'eip155:31337', 'solana:localnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
    expect(row({ name: 'sent', chainId }).chainId).toBe(chainId)
  for (const chainId of ['eip155:0', 'eip155:12345678901', 'cosmos:hub', 'solana:'])
    expect(row({ name: 'sent', chainId }).chainId).toBe('other')
  for (const { id, name, rdns } of wallets)
    for (const wallet of [id, name, `solana:${name}`, ...(rdns ? [rdns] : [])])
      expect(row({ name: 'walletChosen', wallet, way: 'qr' }).wallet, wallet).toBe(id)
  expect(row({ name: 'walletChosen', wallet: 'walletConnect', way: 'qr' }).wallet).toBe('walletConnect')
})

test('behavior: a visit has a separate digest each day and project', () => {
  const session = crypto.randomUUID()
  const visitOf = (project: string, day: string) =>
    toRow({ event: { name: 'disconnected' }, session, project, day, userAgent: '', names }).visit
  const all = [visitOf('a', '2026-11-20'), visitOf('a', '2026-11-21'), visitOf('b', '2026-11-20')]
  expect(new Set(all).size).toBe(3)
  expect(visitOf('a', '2026-11-20')).toBe(all[0])
  expect(all[0]).not.toContain(createHash('sha256').update(session).digest('hex').slice(0, 16))
})

test('behavior: a device is a phone or not', () => {
  const deviceOf = (userAgent: string) => row({ name: 'disconnected' }, undefined, userAgent).device
  expect(deviceOf('Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141 Mobile Safari/537.36')).toBe(
    'mobile',
  )
  expect(deviceOf('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141 Safari/537.36')).toBe('desktop')
})

test.each([
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3',
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:000000000933ea01ad0ee984209779ba',
] as const)('behavior: the network %s is known by its name', (chainId) => {
  expect(isChainId(chainId)).toBe(true)
  expect(row({ name: 'sent', chainId }).chainId).toBe(chainId)
})
