import { describe, expect, test } from 'vitest'
import type { WalletEntry } from '../directory/WalletsFeature.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { solanaDevnet } from '../networks/presets.ts'
import { createSiwxMessage } from '../siwx/createSiwxMessage.ts'
import { pairingRecordKey } from '../storage/pairingRecordKey.ts'
import { createTestEnvironment, settle, type TestEnvironmentOptions, until } from '../testing/createTestEnvironment.ts'
import { createTestKit } from '../testing/createTestKit.ts'
import { createTestPairingClient } from '../testing/createTestPairingClient.ts'
import { createTestSiwx } from '../testing/createTestSiwx.ts'
import { localOne } from '../testing/testNetworks.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const fern: WalletEntry = {
  id: 'example.fern',
  name: 'Fern',
  icon: null,
  rdns: 'example.fern',
  connectors: [],
  recent: false,
  listing: {
    id: 'fern',
    name: 'Fern',
    homepage: 'https://fern.example',
    image_id: 'fern',
    image_url: '',
    order: 1,
    badge_type: null,
    chains: [],
    mobile_link: 'fern://',
    desktop_link: null,
    webapp_link: 'https://app.fern.example',
    link_mode: null,
    app_store: null,
    play_store: null,
    chrome_store: null,
    rdns: 'example.fern',
    injected: null,
  },
}

function world({
  userAgent = '',
  resumable = false,
  config = {},
  ...options
}: { userAgent?: string; resumable?: boolean; config?: Partial<LatchkeyConfig> } & TestEnvironmentOptions = {}) {
  const environment = createTestEnvironment(options)
  Object.assign(environment.page(), { navigator: { userAgent } })
  const client = createTestPairingClient({ now: environment.now, resumable })
  const kit = () =>
    createTestKit({ environment, config: { ...config, connectors: { walletConnect: async () => client } } })
  const latchkey = kit()
  const { pairing } = latchkey
  const status = () => pairing.getState().status
  const shown = async (count: number) => {
    await until(() => client.pairings.length >= count && status() === 'waiting')
    const last = client.pairings.at(-1)
    if (!last) throw new Error('No pairing')
    return last
  }
  return { environment, client, latchkey, pairing, status, shown, kit }
}

test('default: a code is shown, the wallet approves, its account is connected, and it becomes a recent wallet', async () => {
  const { pairing, latchkey, shown, environment } = world()
  const stop = pairing.watch()
  const connected = pairing.connect({ wallet: fern })
  const { approve, chainIds } = await shown(1)
  expect(chainIds).toStrictEqual(['eip155:31337', 'eip155:31338'])
  expect(pairing.getState()).toMatchObject({ expiresAt: environment.now() + 240_000 })
  approve()
  expect(await connected).toMatchObject({ chainId: 'eip155:31337', connector: { id: 'walletConnect' } })
  expect(latchkey.connection.getState().status).toBe('connected')
  expect(pairing.getState()).toStrictEqual({ status: 'idle' })
  const record = JSON.parse(environment.storage.getItem('@latchkey/connection') ?? '')
  expect(record.recentConnectorIds).toStrictEqual(['fern'])
  stop()
})

test('behavior: created in advance, a link opens the wallet within the tap', async () => {
  const { pairing, shown } = world({ userAgent: android })
  expect(pairing.linkFor({ wallet: fern, choice: 'mobile' })).toBeUndefined()
  pairing.prepare()
  await shown(1)
  expect(pairing.linkFor({ wallet: fern, choice: 'mobile' })).toStrictEqual({
    href: 'fern://wc?uri=wc%3A1%402%3FsymKey%3D0',
    target: '_self',
  })
  expect(pairing.linkFor({ wallet: fern, choice: 'desktop' })).toBeUndefined()
})

test('behavior: an expired code is replaced while watched, and callers continue to wait (spec 9.22)', async () => {
  const { pairing, environment, shown, client } = world()
  pairing.watch()
  const connected = pairing.connect()
  const first = await shown(1)
  await environment.advance(240_000)
  const second = await shown(2)
  expect(first.signal.aborted).toBe(true)
  first.approve()
  await settle()
  expect(pairing.getState()).toMatchObject({ status: 'waiting', uri: second.uri })
  second.approve()
  expect(await connected).toMatchObject({ connector: { id: 'walletConnect' } })
  expect(client.pairings).toHaveLength(2)
})

test('behavior: in the background nothing is replaced; a visible page gets a new code', async () => {
  const { pairing, environment, shown, client, status } = world()
  pairing.watch()
  await shown(1)
  environment.setVisible(false)
  await environment.advance(240_000)
  expect(status()).toBe('idle')
  expect(client.pairings).toHaveLength(1)
  environment.setVisible(true)
  await shown(2)
})

describe('leaving the view', () => {
  test('default: it ends, and waiting callers are rejected', async () => {
    const { pairing, shown, status } = world({ userAgent: android })
    const stop = pairing.watch()
    const connected = pairing.connect()
    const { signal } = await shown(1)
    stop()
    await expect(connected).rejects.toMatchObject({ code: 'user_rejected' })
    expect(status()).toBe('idle')
    expect(signal.aborted).toBe(true)
  })

  test('behavior: in mobile Safari it is kept and used again (spec 4.3)', async () => {
    const { pairing, shown, client, latchkey } = world({ userAgent: iphone })
    const stop = pairing.watch()
    const { uri, approve } = await shown(1)
    stop()
    pairing.watch()
    expect(pairing.getState()).toMatchObject({ status: 'waiting', uri })
    expect(client.pairings).toHaveLength(1)
    approve()
    await until(() => latchkey.connection.getState().status === 'connected')
  })

  test('error: no view watches until it expires', async () => {
    const { pairing, environment, shown } = world()
    const connected = pairing.connect()
    await shown(1)
    const rejected = expect(connected).rejects.toMatchObject({ code: 'wallet_timeout' })
    await environment.advance(240_000)
    await rejected
  })
})

describe('a reload of the page by the phone', () => {
  test('behavior: the pairing continues, and its wallet becomes the recent one', async () => {
    const { pairing, client, shown, environment, kit } = world({ userAgent: iphone, resumable: true })
    pairing.watch()
    pairing.connect({ wallet: fern }).catch(() => {})
    const { uri } = await shown(1)
    expect(environment.storage.getItem(pairingRecordKey)).toContain('fern')
    const after = kit()
    await after.connection.reconnect()
    await until(() => after.pairing.getState().status === 'waiting')
    expect(client.resumed).toStrictEqual([uri])
    client.pairings.at(-1)?.approve()
    await until(() => after.connection.getState().status === 'connected')
    expect(environment.storage.getItem(pairingRecordKey)).toBeNull()
    expect(JSON.parse(environment.storage.getItem('@latchkey/connection') ?? '').recentConnectorIds).toStrictEqual([
      'fern',
    ])
  })

  test('behavior: an expired one is replaced, and a computer stores none', async () => {
    const phone = world({ userAgent: iphone, resumable: true })
    phone.environment.storage.setItem(pairingRecordKey, JSON.stringify({ uri: 'wc:old', expiresAt: 1 }))
    phone.pairing.prepare()
    await phone.shown(1)
    expect(phone.client.resumed).toStrictEqual([])
    const computer = world({ resumable: true })
    computer.pairing.prepare()
    await computer.shown(1)
    expect(computer.environment.storage.getItem(pairingRecordKey)).toBeNull()
  })
})

describe('failures', () => {
  test('error: the wallet declines', async () => {
    const { pairing, shown, client } = world()
    pairing.watch()
    const connected = pairing.connect()
    const { refuse } = await shown(1)
    refuse()
    await expect(connected).rejects.toMatchObject({ code: 'user_rejected' })
    expect(pairing.getState()).toMatchObject({ status: 'failed', failure: { code: 'user_rejected' } })
    pairing.renew()
    await shown(2)
    expect(client.pairings).toHaveLength(2)
  })

  test.each(['relay_unavailable', 'network_request_failed'] as const)('error: %s, and up again', async (code) => {
    const { pairing, client, status, shown } = world()
    client.setRelay(code)
    pairing.watch()
    await until(() => status() === 'failed')
    expect(pairing.getState()).toMatchObject({ failure: { code } })
    client.setRelay('up')
    pairing.renew()
    await shown(1)
  })

  test('error: a relay that never answers', async () => {
    const { pairing, client, status, environment } = world()
    client.setRelay('silent')
    pairing.prepare()
    await until(() => status() === 'preparing')
    await settle()
    await environment.advance(15_000)
    expect(pairing.getState()).toMatchObject({ status: 'failed', failure: { code: 'relay_unavailable' } })
  })

  test('error: the client could not be loaded, and then could', async () => {
    const environment = createTestEnvironment()
    const client = createTestPairingClient({ now: environment.now })
    let attempts = 0
    const walletConnect = async () => {
      if (++attempts === 1) throw new TypeError('Failed to fetch dynamically imported module')
      return client
    }
    const { pairing } = createTestKit({ environment, config: { connectors: { walletConnect } } })
    pairing.watch()
    await until(() => pairing.getState().status === 'failed')
    expect(pairing.getState()).toMatchObject({ failure: { code: 'network_request_failed' } })
    pairing.renew()
    await until(() => pairing.getState().status === 'waiting')
    await environment.advance(240_000)
    await until(() => client.pairings.length === 2)
  })

  test('error: without a client (spec 8.29)', async () => {
    const latchkey = createTestKit({ environment: createTestEnvironment() })
    expect(latchkey.pairing.isAvailable).toBe(false)
    latchkey.pairing.prepare()
    await expect(latchkey.pairing.connect()).rejects.toMatchObject({ code: 'walletconnect_not_found' })
    expect(latchkey.pairing.getState()).toStrictEqual({ status: 'idle' })
  })
})

test('behavior: a stored WalletConnect session is restored, and a disconnect removes it (spec 4.15)', async () => {
  const { pairing, shown, latchkey, kit, client } = world()
  pairing.watch()
  const connected = pairing.connect()
  ;(await shown(1)).approve()
  await connected
  latchkey.destroy()
  const after = kit()
  await after.connection.reconnect()
  expect(after.connection.getState().status).toBe('connected')
  await after.connection.disconnect()
  const last = kit()
  await last.connection.reconnect()
  expect(last.connection.getState().status).toBe('disconnected')
  expect(client.pairings).toHaveLength(1)
})

describe('the family for which Connect was opened', () => {
  const config = { networks: [localOne, solanaDevnet] } as const

  test('default: only its networks are requested', async () => {
    const { latchkey, pairing, shown } = world({ config })
    latchkey.modal.open({ view: 'Connect', data: { namespace: 'solana' } })
    latchkey.modal.push('AllWallets', { namespace: 'solana' })
    pairing.watch()
    expect((await shown(1)).chainIds).toStrictEqual([solanaDevnet.caipNetworkId])
  })

  test('behavior: a code for another family is replaced', async () => {
    const { latchkey, pairing, shown } = world({ config })
    pairing.prepare()
    expect((await shown(1)).chainIds).toHaveLength(2)
    latchkey.modal.open({ view: 'Connect', data: { namespace: 'eip155' } })
    const stop = pairing.watch()
    const second = await shown(2)
    expect(second.chainIds).toStrictEqual([localOne.caipNetworkId])
    stop()
    pairing.watch()
    expect((await shown(3)).chainIds).toStrictEqual([localOne.caipNetworkId])
  })
})

describe('reachable wallets', () => {
  const reached = (
    walletConnect: NonNullable<LatchkeyConfig['connectors']>['walletConnect'],
    networks?: LatchkeyConfig['networks'],
  ) => {
    const connectors = walletConnect === undefined ? {} : { walletConnect }
    const { pairing } = createTestKit({
      environment: createTestEnvironment(),
      config: { connectors, ...(networks ? { networks } : {}) },
    })
    const relays = ['own', 'any', null] as const
    const can = relays.filter((relay) =>
      pairing.canReach({ wallet: { listing: fern.listing && { ...fern.listing, relay } } }),
    )
    return { isAvailable: pairing.isAvailable, can, unknown: pairing.canReach({ wallet: { listing: undefined } }) }
  }

  test.each([
    ['the own relay', true, ['own', 'any'], false],
    ['both', { publicRelay: { projectId: 'x' } }, ['own', 'any', null], true],
    ['the public one', { ownRelay: false, publicRelay: { projectId: 'x' } }, ['any', null], true],
    ['another own one', { ownRelay: 'wss://relay.example' }, ['own', 'any'], false],
  ] as const)('default: over %s', (_, walletConnect, can, unknown) =>
    expect(reached(walletConnect)).toStrictEqual({ isAvailable: true, can, unknown }),
  )

  test.each([
    ['nothing', undefined],
    ['false', false],
    ['no relay', { ownRelay: false }],
  ] as const)('behavior: none with %s', (_, walletConnect) =>
    expect(reached(walletConnect)).toStrictEqual({ isAvailable: false, can: [], unknown: false }),
  )

  test('behavior: a site without EVM networks supports it as well (spec 1.5)', () =>
    expect(reached(true, [solanaDevnet])).toStrictEqual({ isAvailable: true, can: ['own', 'any'], unknown: false }))
})

describe('the approved wallet', () => {
  test('default: on a phone its app, unless the visitor chose another link; on a computer none', async () => {
    const agreed = async (options: Parameters<typeof world>[0], choice?: 'web' | 'desktop') => {
      const { pairing, shown, client } = world(options)
      const connected = pairing.connect({ wallet: fern })
      const { approve } = await shown(1)
      if (choice) pairing.noteOpened({ choice })
      approve()
      await connected
      return client.wallets
    }
    const known = { name: 'Fern', links: { mobile_link: 'fern://', webapp_link: 'https://app.fern.example' } }
    expect(await agreed({ userAgent: iphone })).toMatchObject([{ ...known, choice: 'mobile' }])
    expect(await agreed({ userAgent: iphone }, 'web')).toMatchObject([{ ...known, choice: 'web' }])
    expect(await agreed({})).toMatchObject([{ ...known, choice: undefined }])
    expect(await agreed({}, 'desktop')).toMatchObject([{ choice: 'desktop' }])
  })

  test('behavior: it is known after a reload of the page', async () => {
    const { pairing, client, shown, kit } = world({ userAgent: iphone, resumable: true })
    pairing.connect({ wallet: fern }).catch(() => {})
    await shown(1)
    pairing.noteOpened({ choice: 'web' })
    const after = kit()
    await after.connection.reconnect()
    await until(() => after.pairing.getState().status === 'waiting')
    client.pairings.at(-1)?.approve()
    await until(() => after.connection.getState().status === 'connected')
    expect(client.wallets).toMatchObject([{ name: 'Fern', choice: 'web' }])
  })

  test('behavior: a pairing without a chosen wallet stores none', async () => {
    const { pairing, shown, client } = world({ userAgent: iphone })
    const connected = pairing.connect()
    ;(await shown(1)).approve()
    await connected
    expect(client.wallets).toStrictEqual([undefined])
  })
})

describe('one click', () => {
  const message = {
    ...{ domain: 'site.test', uri: 'https://site.test', version: '1', nonce: '0123456789abcdef' },
    issuedAt: '2026-11-20T00:00:00.000Z',
  }
  const siwx = () => ({ ...createTestSiwx(), createOneClick: async () => message })

  test('default: requested with each fresh code, for its networks', async () => {
    const { pairing, shown } = world({ config: { siwx: siwx() } })
    pairing.watch()
    const { signIn } = await shown(1)
    expect(signIn).toStrictEqual({ chainIds: ['eip155:31337', 'eip155:31338'], message })
  })

  test.each<[string, Partial<LatchkeyConfig>]>([
    ['the app cannot make the message ahead', { siwx: createTestSiwx() }],
    ['the app is basic', { siwx: siwx(), basic: true }],
    ['the app asks when it needs a sign-in', { siwx: { ...siwx(), asksOnConnect: () => false } }],
    ['another family is in use', { siwx: siwx(), networks: [localOne, solanaDevnet] }],
    [
      'the app fails',
      {
        siwx: {
          ...createTestSiwx(),
          createOneClick: () => {
            throw new Error('Down')
          },
        },
      },
    ],
  ])('behavior: not if %s', async (_, config) => {
    const { pairing, shown } = world({ config })
    pairing.watch()
    expect((await shown(1)).signIn).toBeUndefined()
  })

  test('error: stored sign-ins end if the connection fails', async () => {
    const store = Object.assign(createTestSiwx(), { createOneClick: async () => message })
    const { pairing, latchkey, shown } = world({ config: { siwx: store } })
    const { connection } = latchkey
    connection.subscribe(({ asking }) => {
      if (asking && store.sessions.length > 0) connection.cancel()
    })
    const connected = pairing.connect()
    const [accountAddress, chainId] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 'eip155:31337'] as const
    const { toString: write, ...data } = createSiwxMessage({ ...message, accountAddress, chainId })
    ;(await shown(1)).approve([{ data, message: write(), signature: '0x' }])
    await expect(connected).rejects.toMatchObject({ code: 'user_rejected' })
    await until(() => store.calls.includes('revokeSession'))
    expect([store.calls.filter((call) => call === 'addSession'), store.sessions]).toStrictEqual([['addSession'], []])
  })

  test('behavior: a sign-in that was not requested is not stored', async () => {
    const store = createTestSiwx()
    const { pairing, shown } = world({ config: { siwx: store } })
    const connected = pairing.connect()
    const data = {
      ...message,
      accountAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      chainId: 'eip155:31337',
    } as const
    ;(await shown(1)).approve([{ data, message: '', signature: '0x' }])
    await connected
    expect(store.calls).not.toContain('addSession')
  })
})
