import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { ModalState } from '../modal/ModalFeature.ts'
import { initialModal } from '../modal/modalReducer.ts'
import { createStore } from '../store/Store.ts'
import { createTestEnvironment, settle } from '../testing/createTestEnvironment.ts'
import { localOne, localTwo } from '../testing/testNetworks.ts'
import { createAlerts } from './createAlerts.ts'

beforeAll(() => import('./findAlerts.ts'))
const written = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => void written.mockClear())
afterEach(() => void written.mockClear())
afterAll(() => written.mockRestore())

function setUp(config: Partial<LatchkeyConfig> = {}) {
  const told: { code: ErrorCode; details?: string | undefined }[] = []
  const store = createStore<ModalState>(initialModal)
  const alerts = createAlerts({
    context: {
      config: {
        ...{ projectId: '0123456789abcdef0123456789abcdef', apiUrl: 'https://api.test' },
        ...{ networks: [localOne, localTwo], metadata: { name: 'Test', url: 'https://site.test' } },
        ...config,
      },
      environment: createTestEnvironment(),
      report: () => {},
      load: (chunk) => chunk(),
    },
    modal: {
      alert: ({ message, ...alert }) => {
        expect(message).toBe(new ServiceError(alert.code).message)
        told.push(alert)
      },
      subscribe: store.subscribe,
    },
  })
  onTestFinished(alerts.destroy)
  const open = async () => {
    store.setState({ ...initialModal, open: true, history: [{ name: 'Connect', data: undefined }] })
    await settle()
    store.setState(initialModal)
  }
  return { alerts, told, open }
}

test('default', async () => {
  const { alerts, told, open } = setUp()
  await open()
  expect(told).toStrictEqual([])
  const description = 'The origin https://new.example may not use the project Site'
  const error = new ServiceError('origin_not_allowed', { field: 'origin', details: `origin: ${description}` })
  alerts.note(error)
  alerts.note(error)
  await settle()
  alerts.note(new ServiceError('origin_not_allowed'))
  await settle()
  expect(told).toStrictEqual([{ code: 'origin_not_allowed', details: description }])
  expect(written.mock.calls).toStrictEqual([[`Latchkey: Invalid App Configuration. ${description}`]])
})

describe('configuration errors, reported when the modal opens (spec 8.43, 8.44 and 8.45)', () => {
  test.each<[string, Partial<LatchkeyConfig>, ErrorCode, string]>([
    ['no project', { projectId: '' }, 'project_missing', 'projects[].id'],
    ['a malformed project', { projectId: 'my-project' }, 'project_unknown', '"my-project"'],
    ['a project in upper case', { projectId: 'ABCDEF0123456789ABCDEF0123456789' }, 'project_unknown', 'in lower case'],
    ['a default network that is not listed', { defaultNetwork: 'eip155:1' }, 'network_not_configured', 'eip155:31338'],
  ])('%s', async (_, config, code, words) => {
    const { told, open } = setUp(config)
    await settle()
    expect(told).toStrictEqual([])
    await open()
    await open()
    expect(told).toStrictEqual([{ code, details: expect.stringContaining(words) }])
    expect(written).toHaveBeenCalledTimes(1)
  })

  test('behavior: a listed default network is valid', async () => {
    const { told, open } = setUp({ defaultNetwork: 'eip155:31338' })
    await open()
    expect(told).toStrictEqual([])
  })
})

describe('a refusal without a text of the server (spec 8.41, 8.42, 8.43, 8.44 and 8.46)', () => {
  test.each<[ErrorCode, string]>([
    ['origin_not_allowed', 'https://api.test does not let this site use the project 0123456789abcdef0123456789abcdef'],
    ['project_unknown', 'has no project 0123456789abcdef0123456789abcdef'],
    ['project_missing', 'Set projectId'],
    ['session_not_yet_valid', 'clock of this device'],
    ['embedded_wallet_failed', 'https://wallet.test did not load'],
    ['siwx_cookie_missing', 'server and page must be on one site'],
  ])('%s', async (code, words) => {
    const { alerts, told } = setUp({ wallet: { url: 'https://wallet.test' } })
    alerts.note(new ServiceError(code))
    await settle()
    expect(told).toStrictEqual([{ code, details: expect.stringContaining(words) }])
    expect(written.mock.calls[0]?.[0]).toContain(words)
  })

  test.each<[NonNullable<LatchkeyConfig['connectors']>, string[]]>([
    [{ walletConnect: true }, ['relay at https://api.test', 'origins']],
    [
      { walletConnect: { ownRelay: 'wss://relay.test', publicRelay: { projectId: 'their-id' } } },
      ['relay at wss://relay.test', 'public relay', 'their-id'],
    ],
    [{ walletConnect: { ownRelay: false, publicRelay: { projectId: 'their-id' } } }, ['The public relay does not let']],
  ])('a relay that refuses this site: %j', async (connectors, words) => {
    const { alerts, told } = setUp({ connectors })
    alerts.note(new ServiceError('relay_refused'))
    await settle()
    expect(told).toMatchObject([{ code: 'origin_not_allowed' }])
    for (const word of words) expect(told[0]?.details).toContain(word)
    if (words[0]?.startsWith('The public')) expect(told[0]?.details).not.toContain('api.test')
  })
})

test('behavior: the details contain the steps of the wallet’s frame', async () => {
  const { alerts, told } = setUp({ wallet: { url: 'https://wallet.test' } })
  const cause = new ServiceError('frame_failed', { details: 'hello loaded ' })
  alerts.note(new ServiceError('embedded_wallet_failed', { cause }))
  await settle()
  expect(told[0]?.details).toContain('steps: "hello loaded"')
})

test('behavior: other refusals are not configuration errors', async () => {
  const { alerts, told } = setUp()
  for (const code of [
    'rate_limited',
    'user_rejected',
    'frame_failed',
    'network_request_failed',
    'session_ended',
  ] as const)
    alerts.note(new ServiceError(code))
  await settle()
  expect(told).toStrictEqual([])
  expect(written).not.toHaveBeenCalled()
})

test('error: without its texts there is no alert, and nothing fails', async () => {
  const told: unknown[] = []
  const store = createStore<ModalState>(initialModal)
  const alerts = createAlerts({
    context: {
      config: { projectId: '', apiUrl: '', networks: [localOne], metadata: { name: '', url: '' } },
      environment: createTestEnvironment(),
      report: () => {},
      load: () => Promise.reject(new LatchkeyError('network_request_failed')),
    },
    modal: { alert: (alert) => told.push(alert), subscribe: store.subscribe },
  })
  alerts.note(new ServiceError('project_missing'))
  await settle()
  expect(told).toStrictEqual([])
  alerts.destroy()
})
