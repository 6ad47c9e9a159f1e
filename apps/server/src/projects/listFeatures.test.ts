import { expect, test } from 'vitest'
import { serverConfigSchema } from '../platform/config/ServerConfig.ts'
import { listFeatures } from './listFeatures.ts'

test('default: what visitors may have for names: the zone, and how many one address may have', () => {
  const config = serverConfigSchema.parse({
    projects: [{ id: '00000000000000000000000000000000', name: 'Test', origins: [] }],
    names: { zone: 'latchkey.eth', signer: { privateKey: `0x${'1'.repeat(64)}` }, perAddress: 3 },
    chains: [
      {
        ...{ chainId: 'eip155:31337', name: 'Local One', upstreams: [{ url: 'http://127.0.0.1:9' }] },
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
  })
  const [project] = config.projects
  if (!project) throw new Error('no project')
  const find = (names: typeof config.names) =>
    listFeatures({ config: { ...config, names }, project }).find(({ id }) => id === 'names')
  expect(find(config.names)).toEqual({ id: 'names', isEnabled: true, config: ['latchkey.eth', '3'] })
  expect(find(undefined)).toEqual({ id: 'names', isEnabled: false, config: [] })
})

test('behavior: who takes payments is said by the ids of the providers', () => {
  const project = { telemetry: { enabled: false, keepDays: 1, maxPerDay: 1 } }
  const find = (onramp: object | undefined) =>
    listFeatures({
      config: { wallet: undefined, social: {}, names: undefined, onramp: onramp as never },
      project,
    }).find(({ id }) => id === 'onramp')
  expect(find(undefined)).toEqual({ id: 'onramp', isEnabled: false, config: [] })
  expect(find({ sandbox: {}, coinbase: {} })).toEqual({
    ...{ id: 'onramp', isEnabled: true },
    config: ['sandbox', 'coinbase'],
  })
})

test('behavior: whether visitors can sign in with a wallet', () => {
  const project = { telemetry: { enabled: false, keepDays: 1, maxPerDay: 1 } }
  const rest = { wallet: undefined, social: {}, names: undefined, onramp: undefined }
  const find = (siwx: { sessionHours: number; audiences: string[] } | undefined) =>
    listFeatures({ config: { ...rest, siwx }, project }).find(({ id }) => id === 'siwx')
  expect(find(undefined)).toEqual({ id: 'siwx', isEnabled: false, config: [] })
  expect(find({ sessionHours: 1, audiences: [] })).toEqual({ id: 'siwx', isEnabled: true, config: [] })
})
