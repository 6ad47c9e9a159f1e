import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestEnvironment } from '../../testing/createTestEnvironment.ts'
import { cleanText } from '../cleanClaim.ts'
import { readChainId } from '../provider/readChainId.ts'
import { readWalletError, toWalletError } from '../toWalletError.ts'
import { createInjectedSource, legacyConnectorId } from './createInjectedSource.ts'
import { readAnnouncement } from './readAnnouncement.ts'
import { readLegacyWallets } from './readLegacyWallets.ts'

const provider = { request: async () => null }
const info = { uuid: '1', name: 'Wallet', rdns: 'io.wallet', icon: 'data:image/png;base64,AA==' }

describe('readAnnouncement', () => {
  test('default', () => {
    expect(readAnnouncement({ info, provider })).toStrictEqual({
      info: {
        id: 'io.wallet',
        namespace: 'eip155',
        name: 'Wallet',
        icon: info.icon,
        rdns: 'io.wallet',
        type: 'injected',
      },
      provider,
    })
  })

  test.each([
    'https://evil.example/track.png',
    'javascript:alert(1)',
    'data:text/html,<script>',
    ' data:image/png,',
    `data:image/png,${'x'.repeat(300_000)}`,
    7,
  ])('behavior: the icon %s is not shown', (icon) => {
    expect(readAnnouncement({ info: { ...info, icon }, provider })?.info.icon).toBeNull()
  })

  test('behavior: a name is one short line without direction marks', () => {
    expect(cleanText('Meta\u202eksaM\u0000\n  wallet\u200b')).toBe('MetaksaM wallet')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
        const clean = cleanText(name)
        expect([...clean].length).toBeLessThanOrEqual(40)
        expect(clean).not.toMatch(/[\p{Cc}\p{Cf}]|^\s|\s$/u)
        expect(cleanText(clean)).toBe(clean)
      }),
    )
  })

  test('behavior: without an rdns, the ID is made from the name and stable between visits', () => {
    for (const rdns of [undefined, '', 'no dots', '../x', 'a'.repeat(300)])
      expect(readAnnouncement({ info: { ...info, rdns }, provider })?.info).toMatchObject({
        id: 'wallet:wallet',
        rdns: null,
      })
  })

  test('error: any announcement is read without an exception', () => {
    fc.assert(fc.property(fc.anything(), (detail) => void readAnnouncement(detail)))
    expect(readAnnouncement({ info: { ...info, name: '', rdns: '' }, provider })).toBeUndefined()
    expect(readAnnouncement({ info, provider: {} })).toBeUndefined()
  })
})

describe('registry', () => {
  const announce = (page: EventTarget, detail: unknown) =>
    page.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }))

  test('behavior: one entry per rdns, the first that announced itself', () => {
    const environment = createTestEnvironment()
    const registry = createInjectedSource({ environment })
    registry.discover()
    const other = { request: async () => 1 }
    announce(environment.page(), { info, provider })
    announce(environment.page(), { info: { ...info, uuid: '2', rdns: 'IO.Wallet' }, provider: other })
    expect(registry.getState()).toHaveLength(1)
    expect(registry.find('io.wallet')?.getProvider()).toBe(provider)
  })

  test('behavior: window.ethereum is listed only while no wallet announced itself', () => {
    const environment = createTestEnvironment()
    Object.assign(environment.page(), { ethereum: provider })
    const registry = createInjectedSource({ environment })
    registry.discover()
    expect(registry.getState().map(({ info: { id } }) => id)).toStrictEqual([legacyConnectorId])
    announce(environment.page(), { info, provider: { request: async () => 1 } })
    expect(registry.getState().map(({ info: { id } }) => id)).toStrictEqual(['io.wallet'])
    expect(registry.find(legacyConnectorId)?.getProvider()).toBe(provider)
  })

  test('behavior: there are no listeners before the discovery, or after the end', () => {
    const environment = createTestEnvironment()
    const registry = createInjectedSource({ environment })
    announce(environment.page(), { info, provider })
    expect(registry.getState()).toHaveLength(0)
    registry.discover()
    registry.destroy()
    announce(environment.page(), { info, provider })
    expect(registry.getState()).toHaveLength(0)
  })
})

describe('readLegacyWallets', () => {
  const broken = new Proxy(
    {},
    {
      get: () => {
        throw new Error('broken')
      },
    },
  )
  const read = (ethereum: unknown) => {
    const environment = createTestEnvironment()
    Object.assign(environment.page(), { ethereum })
    return readLegacyWallets(environment.page())
  }

  test('behavior: wallets that share window.ethereum are identified by their markers', () => {
    const rabby = { ...provider, isRabby: true, isMetaMask: true }
    const metamask = { ...provider, isMetaMask: true, _metamask: {} }
    const imitator = { ...provider, isMetaMask: true }
    const found = read({ ...rabby, providers: [rabby, metamask, imitator, broken, null] })
    expect(found.map(({ info: { id, name, rdns } }) => [id, name, rdns])).toStrictEqual([
      ['io.rabby', 'Rabby Wallet', 'io.rabby'],
      ['io.metamask', 'MetaMask', 'io.metamask'],
    ])
    expect(found[1]?.provider).toBe(metamask)
    expect(read({ ...provider, isTrust: true, providers: 'none' })).toMatchObject([{ info: { name: 'Trust Wallet' } }])
  })

  test('error: any value of window.ethereum is read without an exception', () => {
    for (const value of [broken, null, 1, { request: 1 }, { ...provider, providers: broken }])
      expect(read(value)).toStrictEqual([])
    fc.assert(fc.property(fc.anything(), (value) => void read(value)))
  })
})

describe('readChainId', () => {
  test.each([
    ['0x1', 'eip155:1'],
    ['0x7A69', 'eip155:31337'],
    ['31337', 'eip155:31337'],
    [10, 'eip155:10'],
  ])('default %o', (value, chainId) => expect(readChainId(value)).toBe(chainId))

  test.each([undefined, null, '', '0x', '1.5', Number.NaN, -1, 0, '0x0', {}, `0x${'f'.repeat(40)}`])(
    'error: %o is not a chain ID, and none is guessed',
    (value) => expect(() => readChainId(value)).toThrow(expect.objectContaining({ code: 'chain_not_in_provider' })),
  )
})

describe('toWalletError', () => {
  test('behavior: codes are found in any layer', () => {
    fc.assert(
      fc.property(fc.constantFrom('cause', 'error', 'data'), fc.integer({ min: 0, max: 3 }), (key, depth) => {
        let error: object = { code: 4001, message: 'no' }
        for (let layer = 0; layer < depth; layer++)
          error =
            key === 'data' ? { message: 'outer', data: { originalError: error } } : { message: 'outer', [key]: error }
        expect(readWalletError(error).codes).toContain(4001)
        expect(toWalletError(error).code).toBe('user_rejected')
      }),
    )
  })

  test.each([
    ['MetaMask Tx Signature: User rejected the transaction.', 'user_rejected'],
    ['user rejected', 'user_rejected'],
    ['Connection request reset. Please try again.', 'user_rejected'],
    ['The user is gone', 'wallet_failed'],
  ])('behavior: a rejection is detected by its message: %s (spec 5.19)', (message, code) => {
    expect(toWalletError(new Error(message)).code).toBe(code)
    expect(toWalletError({ message: 'outer', cause: { message } }).code).toBe(code)
  })

  test('error: any thrown value is read', () => {
    fc.assert(fc.property(fc.anything(), (thrown) => void toWalletError(thrown)))
    const loop: { cause?: unknown } = {}
    loop.cause = loop
    expect(toWalletError(loop).code).toBe('wallet_failed')
  })
})
