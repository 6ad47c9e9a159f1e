import { ServiceError } from '@latchkey/protocol/errors'
import { decodeContext, encodeContext } from '@latchkey/smart-account'
import { hexToString } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createPermissionWorld, smartAccount } from '../testing/createPermissionWorld.ts'

const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  )

describe('granting', () => {
  test('default', async () => {
    const world = createPermissionWorld()
    const page = world.openPage()
    const granted = await world.grant(page)
    const { id, grant, account } = decodeContext(granted.context)
    expect(granted).toMatchObject({ ...world.asked, address: smartAccount.address, pci: expect.any(String) })
    expect(account).toBe(smartAccount.address)
    expect(grant).toMatchObject({
      signer: world.asked.signer.data.address.toLowerCase(),
      coSigner: privateKeyToAccount(`0x${'07'.repeat(32)}`).address,
      validUntil: world.asked.expiry,
      allowances: [{ limit: 5n, period: 86_400 }],
    })
    expect(world.chain.statuses.has(id)).toBe(true)
    expect(world.sessions.get(granted.pci)?.isActive).toBe(true)
    expect(page.shown).toMatchObject([
      { card: { operation: { sponsor: 'Lantern Paper' } }, description: { fee: null } },
    ])
    // Recorded before it is sent.
    expect(world.calls.indexOf('put grants')).toBeLessThan(world.calls.indexOf('send'))
  })

  test('behavior: an account without the module gets it in the same operation', async () => {
    const world = createPermissionWorld()
    Object.assign(world.chain, { code: '0x', isInstalled: false })
    const account = { ...smartAccount, type: 'eoa' as const }
    await world.openPage().permissions.grant(world.requestOf([world.asked], account))
    expect(world.chain.isInstalled).toBe(true)
  })

  test('behavior: an account that is deployed with the first operation has it already', async () => {
    const world = createPermissionWorld()
    Object.assign(world.chain, { code: '0x', isInstalled: false })
    await world.grant(world.openPage())
    expect(world.chain.isInstalled).toBe(false)
  })

  test('behavior: an account that pays itself shows the cost, and never pays more', async () => {
    const world = createPermissionWorld()
    world.cost.sponsor = null
    const page = world.openPage()
    await world.grant(page)
    expect(page.shown).toMatchObject([{ description: { fee: { cost: 1_250_000n, costText: '0.00000000000125' } } }])
    const next = world.openPage()
    const asked = { ...world.asked, expiry: world.asked.expiry + 1 }
    const answer = next.permissions.grant({
      ...world.requestOf([asked]),
      hold: () => {
        world.cost.maxFeePerGas = 20n
      },
    })
    expect(await codeOf(answer)).toBe('sponsorship_refused')
    expect(world.granted()).toBe(1)
  })

  test('behavior: nothing is sent before the approval, and nothing after a refusal', async () => {
    const world = createPermissionWorld()
    expect(await codeOf(world.grant(world.openPage({ approves: false })))).toBe('user_rejected')
    expect(world.calls).toStrictEqual([])
  })

  test('behavior: the same request after a reload is answered, not granted twice', async () => {
    const world = createPermissionWorld()
    const first = await world.grant(world.openPage())
    const page = world.openPage()
    expect(await world.grant(page)).toStrictEqual(first)
    expect(page.shown).toHaveLength(0)
    expect(world.granted()).toBe(1)
    // Another request is another permission.
    await world.grant(page, [{ ...world.asked, expiry: world.asked.expiry + 1 }])
    expect(world.granted()).toBe(2)
  })

  test('behavior: after a revocation the same request asks again', async () => {
    const world = createPermissionWorld()
    const { pci } = await world.grant(world.openPage())
    await world.revoke(world.openPage(), [{ pci }])
    const page = world.openPage()
    await world.grant(page)
    expect(page.shown).toHaveLength(1)
    expect(world.granted()).toBe(1)
  })

  test('error: a failed operation leaves nothing, and the request can be repeated', async () => {
    const world = createPermissionWorld()
    world.chain.willRevert = true
    expect(await codeOf(world.grant(world.openPage()))).toBe('transaction_reverted')
    expect(await world.store.all('grants')).toStrictEqual([])
    expect([...world.sessions.values()].map(({ isActive }) => isActive)).toStrictEqual([false])
    world.chain.willRevert = false
    await world.grant(world.openPage())
    expect(world.granted()).toBe(1)
  })

  test('error: an operation that is never included is uncertain, and a later page completes it', async () => {
    const world = createPermissionWorld()
    world.chain.isMining = false
    expect(await codeOf(world.grant(world.openPage()))).toBe('transaction_uncertain')
    world.mine()
    await world.openPage().permissions.resume()
    expect([...world.sessions.values()].map(({ isActive }) => isActive)).toStrictEqual([true])
    const page = world.openPage()
    await world.grant(page)
    expect(page.shown).toHaveLength(0)
    expect(world.granted()).toBe(1)
  })

  test('behavior: expired grants are forgotten', async () => {
    const world = createPermissionWorld()
    await world.grant(world.openPage())
    world.pass(31 * 86_400_000)
    await world.openPage().permissions.resume()
    expect(await world.store.all('grants')).toStrictEqual([])
  })
})

test('behavior: threat 88: the page is lost at each step: the next one completes the grant, and nothing is granted twice', async () => {
  let isWhole = false
  for (let step = 1; !isWhole; step++) {
    const world = createPermissionWorld()
    const page = world.openPage({ diesAt: step })
    const answer = world.grant(page)
    while (!page.isDead() && !isWhole) {
      await Promise.race([answer.then(() => (isWhole = true)), new Promise((resolve) => setTimeout(resolve))])
    }
    const next = world.openPage()
    await next.permissions.resume()
    const granted = await world.grant(next)
    expect(world.granted(), `died at ${step}`).toBe(1)
    const { id } = decodeContext(granted.context)
    expect(world.chain.statuses.has(id)).toBe(true)
    expect(world.sessions.get(granted.pci)?.isActive).toBe(true)
    if (isWhole) expect(step).toBeGreaterThan(9)
  }
})

test('behavior: threat 88: a recorded grant that another page is about to send is forgotten after a minute and no sooner', async () => {
  const world = createPermissionWorld()
  for (let step = 1; !world.calls.includes('put grants'); step++) {
    const page = world.openPage({ diesAt: step })
    void world.grant(page)
    while (!page.isDead()) await new Promise((resolve) => setTimeout(resolve))
  }
  expect(world.calls).not.toContain('send')
  const next = world.openPage()
  await next.permissions.resume()
  expect(await world.store.all('grants')).toHaveLength(1)
  world.pass(60_001)
  await next.permissions.resume()
  expect(await world.store.all('grants')).toStrictEqual([])
})

test('threat 88: two tabs with the same request at once grant it once', async () => {
  const world = createPermissionWorld()
  // Both are about to record it when either continues.
  let away = 2
  let goOn = () => {}
  const both = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const afterGrantSign = () => {
    away--
    if (away === 0) goOn()
    return both
  }
  const pages = [world.openPage({ afterGrantSign }), world.openPage({ afterGrantSign })]
  const [first, second] = await Promise.all(pages.map((page) => world.grant(page)))
  expect(away).toBe(0)
  expect(second).toStrictEqual(first)
  expect(world.granted()).toBe(1)
  expect(world.calls.filter((call) => call === 'send')).toHaveLength(1)
})

describe('revoking', () => {
  test('default: at the server first, then on the chain', async () => {
    const world = createPermissionWorld()
    const { pci } = await world.grant(world.openPage())
    world.calls.length = 0
    const page = world.openPage()
    const signature = await world.revoke(page, [{ pci }])
    expect(signature).toMatch(/^0x/)
    expect(world.granted()).toBe(0)
    expect(world.sessions.get(pci)?.isRevoked).toBe(true)
    expect(world.calls.indexOf('POST /v1/sessions/…/revoke')).toBeLessThan(world.calls.indexOf('send'))
    expect(page.shown).toMatchObject([
      { description: { intent: 'revokePermissions', permissions: { lines: [{ kind: 'allowance', limit: 5n }] } } },
    ])
  })

  test('behavior: by its context, also if the server does not know it', async () => {
    const world = createPermissionWorld()
    const { context } = await world.grant(world.openPage())
    world.server.list = () => []
    const page = world.openPage()
    await world.revoke(page, [{ context }])
    expect(world.granted()).toBe(0)
    // Its rules are unknown, but the chain can end it.
    expect(page.shown).toMatchObject([{ description: { permissions: { lines: [], expiry: world.asked.expiry } } }])
  })

  test('behavior: without the server it ends on the chain', async () => {
    const world = createPermissionWorld()
    const { context } = await world.grant(world.openPage())
    world.server.isAway = true
    await world.revoke(world.openPage(), [{ context }])
    expect(world.granted()).toBe(0)
  })

  test('error: reports a revocation by the server alone, which can be repeated', async () => {
    const world = createPermissionWorld()
    const { pci } = await world.grant(world.openPage())
    world.chain.willRevert = true
    expect(await codeOf(world.revoke(world.openPage(), [{ pci }]))).toBe('session_half_revoked')
    expect(world.sessions.get(pci)?.isRevoked).toBe(true)
    world.chain.willRevert = false
    await world.revoke(world.openPage(), [{ pci }])
    expect(world.granted()).toBe(0)
  })

  test('error: reports if neither succeeded', async () => {
    const world = createPermissionWorld()
    const { context } = await world.grant(world.openPage())
    Object.assign(world.chain, { willRevert: true })
    world.server.isAway = true
    expect(await codeOf(world.revoke(world.openPage(), [{ context }]))).toBe('transaction_reverted')
  })

  test('behavior: nothing ends before the approval', async () => {
    const world = createPermissionWorld()
    const { pci } = await world.grant(world.openPage())
    expect(await codeOf(world.revoke(world.openPage({ approves: false }), [{ pci }]))).toBe('user_rejected')
    expect(world.granted()).toBe(1)
    expect(world.sessions.get(pci)?.isRevoked).toBe(false)
  })

  test('error: an unknown permission', async () => {
    const world = createPermissionWorld()
    expect(await codeOf(world.revoke(world.openPage(), [{ pci: crypto.randomUUID() }]))).toBe('session_unknown')
    for (const params of [[], [{}], [null], [{ pci: 1 }], [{ context: '0x1' }]])
      expect(await codeOf(world.revoke(world.openPage(), params))).toBe('malformed_request')
  })

  test('threat 90: the context of another account ends nothing', async () => {
    const world = createPermissionWorld()
    const { context } = await world.grant(world.openPage())
    const other = encodeContext({ ...decodeContext(context), account: smartAccount.owner })
    expect(await codeOf(world.revoke(world.openPage(), [{ context: other }]))).toBe('session_unknown')
  })
})

test('threat 90: an ID and a context of two permissions end neither', async () => {
  const world = createPermissionWorld()
  const first = await world.grant(world.openPage())
  const second = await world.grant(world.openPage(), [{ ...world.asked, expiry: world.asked.expiry + 1 }])
  const mixed = { pci: first.pci, context: second.context }
  const foreign = { pci: crypto.randomUUID(), context: second.context }
  for (const asked of [mixed, foreign]) {
    const page = world.openPage()
    expect(await codeOf(world.revoke(page, [asked]))).toBe('session_unknown')
    expect(page.shown).toHaveLength(0)
  }
  expect(world.granted()).toBe(2)
  await world.revoke(world.openPage(), [{ pci: second.pci, context: second.context }])
  expect(world.granted()).toBe(1)
  expect(world.sessions.get(first.pci)?.isRevoked).toBe(false)
})

describe('threat 82: a server that lies', () => {
  test.each([
    ['no key', '0x'],
    ['a point that is none', `0x04${'11'.repeat(64)}`],
    ['half a key', `0x04${'11'.repeat(32)}`],
  ])('%s', async (_name, key) => {
    const world = createPermissionWorld()
    world.server.key = key
    expect(await codeOf(world.grant(world.openPage()))).toBe('response_invalid')
    expect(world.granted()).toBe(0)
    expect(await world.store.all('grants')).toStrictEqual([])
  })

  test('the app’s own key as its own, because then the server could not stop the permission', async () => {
    const world = createPermissionWorld()
    const key = privateKeyToAccount(`0x${'09'.repeat(32)}`)
    world.server.key = key.publicKey
    const asked = { ...world.asked, signer: { type: 'account', data: { address: key.address } } }
    expect(await codeOf(world.grant(world.openPage(), [asked]))).toBe('response_invalid')
    expect(world.granted()).toBe(0)
  })

  test.each(['', 'Sign in to bank.example', `${crypto.randomUUID()}\nSpend: everything`])(
    'an invalid ID of the permission is not signed: %j',
    async (name) => {
      const world = createPermissionWorld()
      world.server.makePci = () => name
      expect(await codeOf(world.grant(world.openPage()))).toBe('response_invalid')
      expect(world.calls).not.toContain('put grants')
      expect(world.calls.filter((call) => call === 'sign')).toHaveLength(1)
    },
  )

  test('an invalid ID in its list is neither shown nor signed', async () => {
    const world = createPermissionWorld()
    const { context } = await world.grant(world.openPage())
    world.calls.length = 0
    world.server.list = (own) => own.map((session) => ({ ...session, pci: 'Sign in to bank.example' }))
    const page = world.openPage()
    expect((await page.permissions.store.list()).sessions).toStrictEqual([])
    // It can still be revoked on the chain by its context.
    const signature = await world.revoke(page, [{ context }])
    expect(hexToString(signature as `0x${string}`)).not.toContain('bank.example')
    expect(world.granted()).toBe(0)
  })

  test('an operation that sets up the account, prepared after a card without that, is not sent', async () => {
    const world = createPermissionWorld()
    const answer = world.openPage().permissions.grant({
      ...world.requestOf([world.asked]),
      hold: () => {
        world.cost.setsUp = true
      },
    })
    expect(await codeOf(answer)).toBe('account_changed')
    expect(world.granted()).toBe(0)
    expect(world.calls).not.toContain('send')
    // If the card shows it, it may.
    await world.grant(world.openPage())
    expect(world.granted()).toBe(1)
  })

  test('the same for a revocation', async () => {
    const world = createPermissionWorld()
    const { pci } = await world.grant(world.openPage())
    world.calls.length = 0
    const answer = world.openPage().permissions.revoke({
      ...world.requestOf([{ pci }]),
      hold: () => {
        world.cost.setsUp = true
      },
    })
    expect(await codeOf(answer)).toBe('session_half_revoked')
    expect(world.calls).not.toContain('send')
  })

  test('a permission that it calls active before the chain knows it is not answered', async () => {
    const world = createPermissionWorld()
    world.chain.isMining = false
    const page = world.openPage()
    const answer = world.grant(page)
    for (const session of world.sessions.values()) session.isActive = true
    expect(await codeOf(answer)).toBe('transaction_uncertain')
  })

  test('other permissions in its list are not shown on revocation', async () => {
    const world = createPermissionWorld()
    const { pci } = await world.grant(world.openPage())
    world.server.list = (own) =>
      own.map((session) => ({
        ...session,
        permissions: [{ type: 'native-token-recurring-allowance', data: { allowance: '0x1', start: 0, period: 0 } }],
      }))
    const page = world.openPage()
    await world.revoke(page, [{ pci }])
    expect(page.shown).toMatchObject([{ description: { permissions: { lines: [], signer: null } } }])
  })
})

describe('threat 85: an app with excessive requests', () => {
  const call = (abi: unknown, functions: unknown) => ({
    type: 'contract-call',
    data: { address: '0x3C3a2E8A5e50CdDdB6A900FA2B585dD299e03D11'.toLowerCase(), abi, functions },
  })
  const mint = (name: string, type = 'uint256') => ({ type: 'function', name, inputs: [{ name: 'count', type }] })
  const { asked } = createPermissionWorld()
  const [spend] = asked.permissions
  test.each<[string, Record<string, unknown>, code?: string]>([
    ['another account', { address: '0x3C3a2E8A5e50CdDdB6A900FA2B585dD299e03D11'.toLowerCase() }],
    ['another network', { chainId: '0x89' }],
    ['a permission that is not known', { permissions: [{ type: 'everything', data: {} }] }],
    ['11 permissions', { permissions: Array.from({ length: 11 }, () => spend) }],
    [
      'an ABI of thousands',
      {
        permissions: [
          call(
            Array.from({ length: 5000 }, () => mint('a')),
            [{ functionName: 'a' }],
          ),
        ],
      },
    ],
    ['a name of the prototype', { permissions: [call([mint('mint')], [{ functionName: 'hasOwnProperty' }])] }],
    ['a key of the prototype', JSON.parse('{"__proto__":{"permissions":[]}}')],
    [
      'two functions of one name',
      { permissions: [call([mint('mint'), mint('mint', 'uint8')], [{ functionName: 'mint' }])] },
    ],
    ['a name that turns the text', { permissions: [call([mint('mint\u202e')], [{ functionName: 'mint\u202e' }])] }],
    ['the account itself', { permissions: [{ ...spend, data: { ...spend?.data, to: smartAccount.address } }] }],
    ['the owner’s key', { signer: { type: 'account', data: { address: smartAccount.owner } } }],
    ['its end in the past', { expiry: 1_799_999_999 }],
  ])('%s is refused without asking the visitor', async (_name, change) => {
    const world = createPermissionWorld()
    const params = [Object.hasOwn(change, '__proto__') ? change : { ...world.asked, ...change }]
    expect(await codeOf(world.grant(world.openPage(), params))).toBe('request_refused')
    expect(world.calls).toStrictEqual([])
  })
})
