import { frameReadyDelay, safeRpcMethods, unsafeRpcMethods } from '@latchkey/protocol'
import { describe, expect, test, vi } from 'vitest'
import { settle, until } from '../../testing/createTestEnvironment.ts'
import { testUser } from '../../testing/createTestFrame.ts'
import { createTestWallet } from '../../testing/createTestWallet.ts'
import { createWalletKit, providerOf, returningKit, signedInKit } from '../../testing/createWalletKit.ts'
import { listenForWallets } from '../../testing/listenForWallets.ts'
import { unsafeMethods } from './callFrame.ts'
import { frameLoadTimeout } from './openFrame.ts'

describe('loading', () => {
  test('behavior: nothing of the frame is loaded before the visitor acts', async () => {
    const { environment, frame, latchkey } = createWalletKit()
    await latchkey.connection.reconnect()
    const heard = listenForWallets(environment.page())
    environment.page().dispatchEvent(new Event('eip6963:requestProvider'))
    const provider = heard[0]?.provider
    // Requests of libraries on load.
    await expect(provider?.request({ method: 'eth_accounts' })).resolves.toStrictEqual([])
    await expect(provider?.request({ method: 'eth_chainId' })).resolves.toBe('0x7a69')
    await expect(provider?.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4100 })
    expect(frame.element.urls).toStrictEqual([])
    expect(environment.requests).toStrictEqual([])
  })

  test('behavior: a stored login loads it, silently (spec 7.32)', async () => {
    const { environment, frame, latchkey } = returningKit()
    frame.answers.isConnected = () => ({ isConnected: true, isProtected: true })
    frame.answers.getUser = () => ({ ...testUser, chainId: 31338 })
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState()).toMatchObject({
      status: 'connected',
      account: { address: testUser.address, chainId: 'eip155:31338', connector: { id: 'latchkey', type: 'embedded' } },
    })
    // The delay of the login does not apply.
    expect(environment.timers()).toBe(0)
    expect(frame.types()).toStrictEqual(['isConnected', 'getUser'])
    expect(latchkey.email.getState()).toMatchObject({
      user: { email: 'ada@site.test' },
      isProtected: true,
      prompt: undefined,
    })
    const url = new URL(frame.element.urls[0] ?? '')
    expect(url.origin + url.pathname).toBe('https://wallet.test/frame')
    expect(Object.fromEntries(url.searchParams)).toStrictEqual({
      projectId: '0'.repeat(32),
      chainId: 'eip155:31338',
      version: '0.1.0',
      enableLogger: 'false',
    })
  })

  test('behavior: after a sign-out elsewhere, it is disconnected without a message', async () => {
    const { latchkey } = returningKit()
    await latchkey.connection.reconnect()
    expect(latchkey.connection.getState()).toMatchObject({
      status: 'disconnected',
      failure: undefined,
      connections: [],
    })
    expect(latchkey.modal.getState().toast).toBeUndefined()
  })

  test('error: a wallet that does not load (spec 8.38)', async () => {
    const { environment, frame, latchkey } = createWalletKit()
    frame.behaviour.loads = false
    const failed = expect(latchkey.connection.connect({ connectorId: 'latchkey' })).rejects.toMatchObject({
      code: 'frame_failed',
      message: 'Unable to load email login dependency',
    })
    await until(() => frame.element.mounted)
    await environment.advance(frameLoadTimeout)
    await failed
    // The next attempt starts over.
    frame.behaviour.loads = true
    frame.answers.isConnected = () => ({ isConnected: true })
    await latchkey.connection.connect({ connectorId: 'latchkey' })
    expect(latchkey.connection.getState().status).toBe('connected')
  })

  test('behavior: without a wallet in the configuration, there is no embedded wallet (spec 8.25)', async () => {
    const { environment, latchkey } = createWalletKit({ config: { wallet: undefined } as never })
    const heard = listenForWallets(environment.page())
    await latchkey.connection.reconnect()
    expect([heard, latchkey.email.isAvailable]).toStrictEqual([[], false])
    await expect(latchkey.email.start({ email: 'ada@site.test' })).rejects.toMatchObject({ code: 'adapter_not_found' })
  })
})

describe('announcement', () => {
  test("behavior: a frozen detail, at load and on request; the kit's own list does not grow", async () => {
    const { environment, latchkey } = createWalletKit()
    const heard = listenForWallets(environment.page())
    createTestWallet({ page: environment.page(), rdns: 'dev.other' })
    await latchkey.connection.reconnect()
    environment.page().dispatchEvent(new Event('eip6963:requestProvider'))
    const own = heard.filter(({ info }) => info.rdns === 'dev.latchkey.wallet')
    expect(own.length).toBeGreaterThanOrEqual(2)
    expect(new Set(own.map(({ info }) => info.uuid)).size).toBe(1)
    const [first] = own
    expect(first?.info).toStrictEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      name: 'Test Wallet',
      icon: expect.stringMatching(/^data:image\/svg\+xml,/),
      rdns: 'dev.latchkey.wallet',
    })
    expect([Object.isFrozen(first), Object.isFrozen(first?.info), Object.isFrozen(first?.provider)]).toStrictEqual([
      true,
      true,
      true,
    ])
    expect(latchkey.wallets.getState().installed.map(({ id }) => id)).toStrictEqual(['dev.other'])
  })

  test('behavior: an app may opt out', async () => {
    const { environment, latchkey } = createWalletKit({
      config: { wallet: { url: 'https://wallet.test', announce: false } },
    })
    const heard = listenForWallets(environment.page())
    await latchkey.connection.reconnect()
    expect(heard).toStrictEqual([])
  })
})

describe('provider', () => {
  test('behavior: answers from its state, or else from the frame with the network', async () => {
    const kit = await signedInKit()
    const provider = providerOf(kit)
    kit.frame.answers.rpc = ({ payload }) => ({ asked: payload })
    await expect(provider.request({ method: 'eth_accounts' })).resolves.toStrictEqual([testUser.address])
    await expect(provider.request({ method: 'eth_requestAccounts' })).resolves.toStrictEqual([testUser.address])
    await expect(provider.request({ method: 'eth_chainId' })).resolves.toBe('0x7a69')
    await expect(provider.request({ method: 'eth_call', params: [{}, 'latest'] })).resolves.toStrictEqual({
      asked: { method: 'eth_call', params: [{}, 'latest'], chainId: 'eip155:31337' },
    })
    await expect(provider.request({ method: 'eth_blockNumber' })).resolves.toStrictEqual({
      asked: { method: 'eth_blockNumber', chainId: 'eip155:31337' },
    })
  })

  test('behavior: only networks of the app', async () => {
    const kit = await signedInKit()
    const provider = providerOf(kit)
    kit.frame.answers.switchNetwork = ({ payload }) => payload
    const events: unknown[] = []
    provider.on?.('chainChanged', (chainId: string) => events.push(chainId))
    const change = (chainId: unknown, method = 'wallet_switchEthereumChain') =>
      provider.request({ method, params: [{ chainId }] })
    await expect(change('0x1')).rejects.toMatchObject({ name: 'ProviderRpcError', code: 4902 })
    await expect(change('0x1', 'wallet_addEthereumChain')).rejects.toMatchObject({ code: 4902 })
    await expect(change('nonsense')).rejects.toMatchObject({ code: -32602 })
    await expect(provider.request({ method: 'wallet_switchEthereumChain' })).rejects.toMatchObject({ code: -32602 })
    expect(kit.frame.types()).not.toContain('switchNetwork')
    await expect(change('0x7a6a')).resolves.toBeNull()
    await expect(provider.request({ method: 'eth_chainId' })).resolves.toBe('0x7a6a')
    expect(events).toStrictEqual(['0x7a6a'])
    expect(kit.latchkey.networks.getState().active?.caipNetworkId).toBe('eip155:31338')
    await kit.latchkey.networks.switchNetwork({ chainId: 'eip155:31337' })
    expect(kit.latchkey.networks.getState().active?.caipNetworkId).toBe('eip155:31337')
    expect(
      kit.frame.requests.filter(({ type }) => type === 'switchNetwork').map(({ payload }) => payload),
    ).toStrictEqual([{ chainId: 'eip155:31338' }, { chainId: 'eip155:31337' }])
  })

  test.each([
    [{ code: 'user_rejected', message: 'Declined', rpcCode: 4001 }, 4001, 'Declined'],
    [
      { code: 'rpc_method_not_allowed', message: 'Requested RPC call is not allowed', rpcCode: 4200 },
      4200,
      'Requested RPC call is not allowed',
    ],
    [{ code: 'wallet_locked', message: 'Locked' }, 4100, 'Locked'],
    [{ code: 'frame_failed', message: 'Gone' }, 4900, 'Gone'],
    [{ code: 'chain_changed', message: 'Elsewhere', rpcCode: 4901 }, 4901, 'Elsewhere'],
    [{ code: 'prompt_open', message: 'One at a time' }, -32002, 'One at a time'],
    [{ code: 'frame_busy', message: 'Busy' }, -32005, 'Busy'],
    [{ code: 'upstream_unavailable', message: 'No node' }, -32603, 'No node'],
  ] as const)('error: %j has the code %i', async (failure, code, message) => {
    const kit = await signedInKit()
    const asked = providerOf(kit).request({ method: 'personal_sign', params: [] })
    const refused = expect(asked).rejects.toMatchObject({ name: 'ProviderRpcError', code, message })
    await until(() => kit.frame.types().includes('rpc'))
    kit.frame.refuse('rpc', failure)
    await refused
  })

  test.each([
    ['eth_sendTransaction', 'transaction_uncertain'],
    ['personal_sign', 'frame_failed'],
  ])(
    'error: the frame is lost while %s is open: a call that may have been sent is not called failed',
    async (method, code) => {
      const kit = await signedInKit()
      const asked = providerOf(kit).request({ method, params: [] })
      const refused = expect(asked).rejects.toMatchObject({ cause: { code } })
      await until(() => kit.frame.types().includes('rpc'))
      kit.frame.reload()
      await refused
    },
  )

  test('behavior: events, and removed listeners', async () => {
    const kit = createWalletKit()
    const { environment, frame, latchkey } = kit
    const heard = listenForWallets(environment.page())
    await latchkey.connection.reconnect()
    const provider = heard[0]?.provider
    const events: unknown[] = []
    const gone = vi.fn()
    for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'])
      provider?.on?.(name, (value: unknown) => events.push([name, value]))
    provider?.on?.('accountsChanged', gone)
    provider?.removeListener?.('accountsChanged', gone)
    frame.answers.isConnected = () => ({ isConnected: true })
    await latchkey.connection.connect({ connectorId: 'latchkey' })
    frame.say({ name: 'chainChanged', chainId: 'eip155:31338' })
    await until(() => latchkey.networks.getState().active?.id === 31338)
    await latchkey.connection.disconnect()
    expect(events).toStrictEqual([
      ['connect', { chainId: '0x7a69' }],
      ['accountsChanged', [testUser.address]],
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
    expect(gone).not.toHaveBeenCalled()
    expect(frame.types().at(-1)).toBe('signOut')
  })

  test('behavior: a page that asks for accounts opens the login; closing it is 4001', async () => {
    const { environment, frame, latchkey } = createWalletKit()
    const heard = listenForWallets(environment.page())
    await latchkey.connection.reconnect()
    const provider = heard[0]?.provider
    const refused = expect(provider?.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
    await until(() => latchkey.modal.getState().open)
    expect(latchkey.modal.getState().history.at(-1)?.name).toBe('Connect')
    latchkey.modal.close()
    await refused

    frame.answers.connectEmail = () => ({ action: 'VERIFY_OTP' })
    frame.answers.connectOtp = () => testUser
    const accounts = provider?.request({ method: 'eth_requestAccounts' })
    await until(() => latchkey.modal.getState().open)
    const started = latchkey.email.start({ email: 'ada@site.test' })
    await until(() => frame.hellos.length === 1)
    await settle()
    await environment.advance(frameReadyDelay)
    await started
    frame.answers.isConnected = () => ({ isConnected: true })
    await latchkey.email.enterCode()
    await expect(accounts).resolves.toStrictEqual([testUser.address])
    expect(latchkey.connection.getState().status).toBe('connected')
  })

  test('behavior: the calls that a closed modal aborts are the protocol’s unsafe ones', () => {
    for (const method of unsafeRpcMethods) expect(unsafeMethods.test(method), method).toBe(true)
    for (const method of safeRpcMethods) expect(unsafeMethods.test(method), method).toBe(false)
  })
})

describe('approvals', () => {
  const show = { name: 'show', card: 'approve', closable: true } as const

  async function askToSign(kit: Awaited<ReturnType<typeof signedInKit>>) {
    const asked = providerOf(kit).request({ method: 'personal_sign', params: ['0x00', testUser.address] })
    asked.catch(() => {})
    await until(() => kit.frame.types().includes('rpc'))
    return { asked }
  }
  const viewsOf = ({ latchkey }: Awaited<ReturnType<typeof signedInKit>>) =>
    latchkey.modal.getState().history.map(({ name }) => name)

  test('behavior: the modal opens behind the card and closes with the answer', async () => {
    const kit = await signedInKit()
    const { asked } = await askToSign(kit)
    kit.frame.say(show)
    kit.frame.say({ name: 'resize', height: 512 })
    await until(() => kit.frame.element.height === 512)
    expect([viewsOf(kit), kit.frame.element.shown]).toStrictEqual([['ApproveTransaction'], true])
    expect(kit.latchkey.email.getState().prompt).toStrictEqual({ card: 'approve', closable: true, approval: true })
    kit.frame.say({ name: 'hide' })
    kit.frame.answer('rpc', '0xsigned')
    await expect(asked).resolves.toBe('0xsigned')
    expect([viewsOf(kit), kit.frame.element.shown]).toStrictEqual([[], false])
  })

  test('behavior: an open modal returns to its previous view', async () => {
    const kit = await signedInKit()
    void kit.latchkey.modal.open()
    kit.latchkey.modal.push('WalletSend')
    await askToSign(kit)
    kit.frame.say(show)
    await until(() => kit.frame.element.shown)
    expect(viewsOf(kit)).toStrictEqual(['Account', 'WalletSend', 'ApproveTransaction'])
    kit.frame.say({ name: 'hide' })
    await until(() => !kit.frame.element.shown)
    expect(viewsOf(kit)).toStrictEqual(['Account', 'WalletSend'])
  })

  test.each(['close', 'goBack', 'escape'] as const)(
    'behavior: %s declines the request and aborts it in the frame',
    async (way) => {
      const kit = await signedInKit()
      void kit.latchkey.modal.open()
      const { asked } = await askToSign(kit)
      const reads = providerOf(kit).request({ method: 'eth_blockNumber' })
      kit.frame.say(show)
      await until(() => kit.frame.element.shown)
      if (way === 'escape') kit.frame.pressEscape()
      else kit.latchkey.modal[way]()
      await expect(asked).rejects.toMatchObject({ code: 4001, message: 'Request was aborted' })
      expect(kit.frame.element.shown).toBe(false)
      expect(viewsOf(kit)).toStrictEqual(way === 'close' ? [] : ['Account'])
      await until(() => kit.frame.types().includes('rpcAbort'))
      const [signing] = kit.frame.requests.filter(({ payload }) => payload.method === 'personal_sign')
      expect(kit.frame.requests.filter(({ type }) => type === 'rpcAbort').map(({ payload }) => payload)).toStrictEqual([
        { id: signing?.id },
      ])
      // A request that waits for no one continues.
      const [read] = kit.frame.requests.filter(({ payload }) => payload.method === 'eth_blockNumber')
      kit.frame.post({ k: 'res', id: read?.id, ok: true, result: '0x1' })
      await expect(reads).resolves.toBe('0x1')
    },
  )

  test('behavior: closed too late: the signature is still returned, so that nothing is sent twice', async () => {
    const kit = await signedInKit()
    const { asked } = await askToSign(kit)
    kit.frame.behaviour.aborts = false
    kit.frame.say(show)
    await until(() => kit.frame.element.shown)
    kit.latchkey.modal.close()
    await until(() => kit.frame.types().includes('rpcAbort'))
    kit.frame.answer('rpc', '0xhash')
    await expect(asked).resolves.toBe('0xhash')
  })

  test('behavior: only the frame closes a card without a request', async () => {
    const kit = await signedInKit()
    const { asked } = await askToSign(kit)
    kit.frame.say(show)
    await until(() => kit.frame.element.shown)
    kit.frame.refuse('rpc', { code: 'request_refused', message: 'Dangerous', rpcCode: 4001 })
    await expect(asked).rejects.toMatchObject({ code: 4001, message: 'Dangerous' })
    kit.frame.pressEscape()
    expect(kit.frame.element.shown).toBe(true)
    await until(() => kit.frame.types().includes('rpcAbort'))
    expect(kit.frame.requests.at(-1)?.payload).toStrictEqual({})
    kit.frame.say({ name: 'hide' })
    await until(() => !kit.frame.element.shown)
    expect(viewsOf(kit)).toStrictEqual([])
  })

  test('behavior: a card cannot be closed during the signature: the modal shakes', async () => {
    const kit = await signedInKit()
    await askToSign(kit)
    kit.frame.say({ ...show, closable: false })
    await until(() => kit.frame.element.shown)
    kit.frame.pressEscape()
    kit.latchkey.modal.close()
    expect(kit.latchkey.modal.getState()).toMatchObject({
      open: true,
      shake: { reason: 'walletBusy' },
    })
    expect([viewsOf(kit), kit.frame.element.shown]).toStrictEqual([['ApproveTransaction'], true])
  })

  test("behavior: every frame receives the card's appearance, even one that opens later", async () => {
    const { frame, latchkey } = createWalletKit()
    latchkey.email.setAppearance({ mode: 'light', accent: '#123456', language: 'de' })
    frame.answers.isConnected = () => ({ isConnected: true })
    await latchkey.connection.connect({ connectorId: 'latchkey' })
    await until(() => frame.types().includes('syncTheme'))
    expect(frame.requests.find(({ type }) => type === 'syncTheme')?.payload).toStrictEqual({
      mode: 'light',
      accent: '#123456',
      language: 'de',
    })
    expect(frame.requests.find(({ type }) => type === 'syncDappData')?.payload).toStrictEqual({
      name: 'Test',
      description: '',
      url: 'https://site.test',
      icons: [],
    })
    expect(frame.element.mode).toBe('light')
    latchkey.email.raisePrompt()
    expect(frame.element.raised).toBe(1)
  })
})
